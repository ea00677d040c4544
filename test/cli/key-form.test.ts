import { describe, expect, it } from 'vitest';
import { problemOfKey } from '../../cli/secrets/key-form.ts';
import { namesWithSecret } from '../../providers/manifests.ts';
import { profileOf } from '../../providers/profiles.ts';
import { simulatorOf } from '../../providers/simulators.ts';

describe('the form of a key', () => {
  it.each(namesWithSecret)('of %s is explained in the words of its profile', async (name) => {
    const good = (await simulatorOf(name))?.makeKeys().verificationKey ?? '';
    expect(await problemOfKey(name, good)).toBeUndefined();
    for (const mistaken of ['not a key', 'abc'])
      expect(await problemOfKey(name, mistaken)).toBe(`${name}: expected ${profileOf(name)?.keyLooksLike}`);
  });

  it('can be right for a key that the verifier cannot read, and the key is not quoted', async () => {
    const problem = await problemOfKey('sendgrid', 'MFkwEwYHnoKeyAtAll');
    expect(problem).toMatch(/^sendgrid: expected /);
    expect(problem).not.toMatch(/MFkwEwYHnoKeyAtAll|found none among/);
  });

  it('of a source that the operator has named is that of Standard Webhooks', async () => {
    expect(await problemOfKey('acme-mail', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBeUndefined();
    expect(await problemOfKey('acme-mail', 'secret!')).toMatch(/^acme-mail: expected .*base64/);
  });
});
