import { describe, expect, it } from 'vitest';
import { resend as manifest } from '../../../providers/resend/manifest.ts';
import { simulate } from '../../../providers/resend/simulate.ts';
import { resend } from '../../../providers/resend/verify.ts';

const now = new Date('2026-01-01T12:00:00Z');
const keys = simulate.makeKeys();
const context = { keys: [keys.verificationKey], now, toleranceSeconds: 300 };
const body = Buffer.from('{"type":"email.sent"}');

describe('a Resend request', () => {
  // What the signature covers is told with the Standard Webhooks, which share it.
  it('is genuine when Svix signed it, and as well under the names of the Standard Webhooks', () => {
    const request = simulate.sign(body, keys.signingKey, now);
    expect(resend.verify(request, context)).toMatchObject({ genuine: true });
    const renamed = Object.entries(request.headers).map(([name, value]) => [
      name.replace('svix-', 'webhook-'),
      value,
    ]);
    expect(resend.verify({ body, headers: Object.fromEntries(renamed) }, context)).toMatchObject({
      genuine: true,
    });
  });

  it('is genuine under the old and the new secret while one replaces the other', () => {
    const next = simulate.makeKeys();
    const both = { ...context, keys: [next.verificationKey, keys.verificationKey] };
    for (const { signingKey } of [keys, next])
      expect(resend.verify(simulate.sign(body, signingKey, now), both)).toMatchObject({ genuine: true });
  });

  it('is refused when it was signed with another secret', () => {
    const forged = simulate.sign(body, simulate.makeKeys().signingKey, now);
    expect(resend.verify(forged, context)).toEqual({ genuine: false, reason: 'signature-mismatch' });
  });

  it('hands on its id, whichever of the two names it has', () => {
    expect(manifest.headersToKeep).toEqual(['webhook-id', 'svix-id']);
  });

  it('cannot be judged with an API key in place of the signing secret', () => {
    const request = simulate.sign(body, keys.signingKey, now);
    expect(() => resend.verify(request, { ...context, keys: ['re_c1tpEyD8'] })).toThrow(
      'resend: expected base64, alone or behind whsec_ or whpk_, found none among 1 keys',
    );
  });
});
