import { generateKeyPairSync } from 'node:crypto';
import { readJsonFile, writePrivateJsonFile } from './json-file.ts';

/** What a provider would keep to itself, and what it would show in its dashboard. */
type LocalProvider<Keys> = {
  generate(): Keys;
  /** The part that goes into the secret the receiver reads, as a person would paste it there. */
  toSecret(keys: Keys): string[];
};

/** For the one who signs, in the provider's place. */
export type ProviderKeys = {
  readonly sendgrid: {
    /** PKCS #8, PEM. */
    readonly signingKey: string;
    /** SubjectPublicKeyInfo, base64: the form SendGrid's dashboard shows. */
    readonly verificationKey: string;
  };
};

const providers: { readonly [Name in keyof ProviderKeys]: LocalProvider<ProviderKeys[Name]> } = {
  sendgrid: {
    generate() {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return {
        signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        verificationKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      };
    },
    toSecret: ({ verificationKey }) => [verificationKey],
  },
};

/** The keys of an earlier start; those that are missing are made now, and kept. */
export function loadProviderKeys(file?: string): ProviderKeys {
  const kept: Partial<ProviderKeys> = (file && readJsonFile<Partial<ProviderKeys>>(file)) || {};
  const missing = Object.entries(providers).filter(([name]) => !(name in kept));
  const generated = missing.map(([name, provider]) => [name, provider.generate()]);
  const keys = { ...kept, ...Object.fromEntries(generated) } as ProviderKeys;
  if (file && missing.length > 0) writePrivateJsonFile(file, keys);
  return keys;
}

/** Adds the local keys to a secret's value. What somebody has put there for a provider stays. */
export function mergeProviderKeys(
  secret: Record<string, unknown>,
  keys: ProviderKeys,
): Record<string, unknown> {
  const local = Object.entries(providers).map(([name, provider]) => [
    name,
    (provider as LocalProvider<unknown>).toSecret(keys[name as keyof ProviderKeys]),
  ]);
  return { ...Object.fromEntries(local), ...secret };
}
