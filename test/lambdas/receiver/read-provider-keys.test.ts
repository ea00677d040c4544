import { describe, expect, it } from 'vitest';
import { readProviderKeys } from '../../../lambdas/receiver/read-provider-keys.ts';

describe('the keys of a provider', () => {
  it('are a string or a list of strings, and empty when nothing is set', () => {
    const secret = JSON.stringify({ sendgrid: ['one', 'two'], resend: 'three' });
    expect(readProviderKeys(secret, 'sendgrid')).toEqual(['one', 'two']);
    expect(readProviderKeys(secret, 'resend')).toEqual(['three']);
    for (const provider of ['postmark', 'constructor', '__proto__'])
      expect(readProviderKeys(secret, provider)).toEqual([]);
  });

  it('cause an error that does not quote them when they are anything else', () => {
    for (const secret of [
      undefined,
      's3cret',
      '["s3cret"]',
      '{"sendgrid":{"s3cret":1}}',
      '{"sendgrid":["s3cret",7]}',
      '{"sendgrid":""}',
    ]) {
      expect(() => readProviderKeys(secret, 'sendgrid')).toThrow(/expected .*, found/);
      expect(() => readProviderKeys(secret, 'sendgrid')).not.toThrow(/s3cret/);
    }
  });
});
