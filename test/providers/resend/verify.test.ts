import { describe, expect, it } from 'vitest';
import { resend as manifest } from '../../../providers/resend/manifest.ts';
import { simulate } from '../../../providers/resend/simulate.ts';
import { resend } from '../../../providers/resend/verify.ts';

const now = new Date('2026-01-01T12:00:00Z');
const keys = simulate.makeKeys();
const context = { keys: [keys.verificationKey], now, toleranceSeconds: 300 };
const body = Buffer.from('{"type":"email.sent"}');

describe('a Resend request', () => {
  // The tests of standard-webhooks show what the signature covers.
  it('is genuine with the header names of Svix and of Standard Webhooks', () => {
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

  it('is genuine with the old and the new secret during a rotation', () => {
    const next = simulate.makeKeys();
    const both = { ...context, keys: [next.verificationKey, keys.verificationKey] };
    for (const { signingKey } of [keys, next])
      expect(resend.verify(simulate.sign(body, signingKey, now), both)).toMatchObject({ genuine: true });
  });

  it('is refused when it is signed with another secret', () => {
    const forged = simulate.sign(body, simulate.makeKeys().signingKey, now);
    expect(resend.verify(forged, context)).toEqual({ genuine: false, reason: 'signature-mismatch' });
  });

  it('enqueues its id, with either header name', () => {
    expect(manifest.headersToKeep).toEqual(['webhook-id', 'svix-id']);
  });

  it('throws with an API key instead of the signing secret', () => {
    const request = simulate.sign(body, keys.signingKey, now);
    expect(() => resend.verify(request, { ...context, keys: ['re_c1tpEyD8'] })).toThrow(
      'resend: expected base64, alone or behind whsec_ or whpk_, found none among 1 keys',
    );
  });
});
