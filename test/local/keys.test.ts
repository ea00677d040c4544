import { createPublicKey, createSign, createVerify } from 'node:crypto';
import { statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadProviderKeys, mergeProviderKeys } from '../../local/keys.ts';
import { temporaryFolder } from './support/assembly.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.remove());

describe('the local keys of a provider', () => {
  it('belong together: what one signs, the other verifies', () => {
    const { signingKey, verificationKey } = loadProviderKeys().sendgrid;
    const signature = createSign('sha256').update('body').sign(signingKey);
    const key = createPublicKey({ key: Buffer.from(verificationKey, 'base64'), format: 'der', type: 'spki' });
    expect(createVerify('sha256').update('body').verify(key, signature)).toBe(true);
    expect(key.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
  });

  it('stay the same from start to start, and are for nobody else to read', () => {
    const file = `${folder.path}/provider-keys.json`;
    const first = loadProviderKeys(file);
    expect(loadProviderKeys(file)).toEqual(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('join the secret, but never replace what somebody has put there', () => {
    const keys = loadProviderKeys();
    expect(mergeProviderKeys({ ses: ['x'] }, keys)).toEqual({
      ses: ['x'],
      sendgrid: [keys.sendgrid.verificationKey],
    });
    expect(mergeProviderKeys({ sendgrid: ['mine'] }, keys)).toEqual({ sendgrid: ['mine'] });
  });
});
