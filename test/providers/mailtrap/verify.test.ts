import { describe, expect, it } from 'vitest';
import { mailtrap } from '../../../providers/mailtrap/verify.ts';

const key = '0123456789abcdef0123456789abcdef';
const body = '{"events":[{"event":"delivery","event_id":"e1"}]}';
// We computed it: Mailtrap publishes none.
const signature = 'ec1ace4213adcad09041f53df5bde54602dff2773f9f6278507adee8899fdcf5';
const verdictOn = (given: string | undefined, text = body, keys = [key]) =>
  mailtrap.verify(
    { headers: { 'mailtrap-signature': given }, body: Buffer.from(text) },
    { keys, now: new Date(), toleranceSeconds: 300 },
  );

describe('a Mailtrap request', () => {
  it('is genuine if the body is signed with the text of the secret', () => {
    expect(verdictOn(signature)).toEqual({ genuine: true, next: { type: 'enqueue' } });
    expect(verdictOn(signature, body, ['f'.repeat(32), key])).toMatchObject({ genuine: true });
  });

  it.each([
    ['another body', signature, `${body}\n`, [key]],
    ['another secret', signature, body, ['f'.repeat(32)]],
    [
      'bytes instead of the text of the secret',
      signature,
      body,
      [Buffer.from(key, 'hex').toString('latin1')],
    ],
    ['a cut signature', signature.slice(0, -2), body, [key]],
    ['bad hex, which Node would shorten', `${signature.slice(0, -2)}zz`, body, [key]],
    ['a prefix', `sha256=${signature}`, body, [key]],
  ])('is refused with %s', (_, given, text, keys) => {
    expect(verdictOn(given, text, keys)).toEqual({ genuine: false, reason: 'signature-mismatch' });
  });

  it('is refused without a signature', () => {
    expect(verdictOn(undefined)).toEqual({ genuine: false, reason: 'headers-missing' });
  });
});
