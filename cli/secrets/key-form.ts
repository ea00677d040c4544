import { manifestsWith } from '../../providers/manifests.ts';
import { profiles } from '../../providers/profiles.ts';
import type { Verifier } from '../../providers/provider.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { verifiersWith } from '../../providers/verifiers.ts';

/**
 * What is wrong with the form of a key; undefined when it is usable. Checks the manifest's pattern first, then lets
 * the verifier read the key, with a request that it can only judge with a usable one.
 */
export async function problemOfKey(provider: string, key: string): Promise<string | undefined> {
  // Any other name is a source that the operator has named.
  const manifest = manifestsWith([provider])(provider);
  const verifier = verifiersWith([provider])(provider);
  const simulator = manifest && (await simulatorOf(manifest.name));
  if (!verifier || !simulator) return `unknown provider "${provider}"`;
  if (!manifest.key.pattern.test(key)) return `${provider}: expected ${profiles[manifest.name].keyLooksLike}`;
  const now = new Date();
  const event = { kind: 'unknown', to: ['someone@example.com'], messageId: 'form', at: now };
  const [payload = Buffer.from('{}')] = simulator.payloadsOf([event]);
  const url = 'https://example.com';
  const request = { ...simulator.sign(payload, simulator.makeKeys().signingKey, now, url), urls: [url] };
  return complaintOf(verifier, request, key, now);
}

/** What the verifier says about a key that it cannot read. */
async function complaintOf(
  verifier: Verifier,
  request: Parameters<Verifier['verify']>[0],
  key: string,
  now: Date,
): Promise<string | undefined> {
  try {
    await verifier.verify(request, { keys: [key], now, toleranceSeconds: 300 });
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The verifier counts the keys of a list; here there is only one.
    return message.replace(/, found none among 1 keys$/, '');
  }
}
