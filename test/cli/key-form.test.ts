import { describe, expect, it } from 'vitest';
import { problemOfKey } from '../../cli/secrets/key-form.ts';
import { manifestOf, namesWithSecret } from '../../providers/manifests.ts';
import { simulatorOf } from '../../providers/simulators.ts';

describe('the form of a key', () => {
  it.each(namesWithSecret)('of %s is told in the words of its manifest', async (name) => {
    const good = (await simulatorOf(name))?.makeKeys().verificationKey ?? '';
    expect(await problemOfKey(name, good)).toBeUndefined();
    expect(await problemOfKey(name, 'not a key')).toBe(
      `${name}: expected ${manifestOf(name)?.key.looksLike}`,
    );
  });

  it('is not all: what only looks like a key is refused by the verifier, and not quoted', async () => {
    const problem = await problemOfKey('sendgrid', 'MFkwEwYHnoKeyAtAll');
    expect(problem).toMatch(/^sendgrid: expected /);
    expect(problem).not.toMatch(/MFkwEwYHnoKeyAtAll|found none among/);
  });

  it('of a source that the operator has named is that of any sender that follows Standard Webhooks', async () => {
    expect(await problemOfKey('acme-mail', 'whsec_c2VjcmV0')).toBeUndefined();
    expect(await problemOfKey('acme-mail', 'secret!')).toMatch(/^acme-mail: expected base64/);
  });
});
