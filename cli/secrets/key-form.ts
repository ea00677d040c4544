import { manifestsWith } from '../../providers/manifests.ts';
import type { Verifier } from '../../providers/provider.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { verifiersWith } from '../../providers/verifiers.ts';

/**
 * What is wrong with the form of a key; undefined when nothing is. The manifest's pattern is asked first, and then the
 * verifier itself, with a request that it could judge if only it had a usable key.
 */
export async function problemOfKey(provider: string, key: string): Promise<string | undefined> {
  // A name that no provider has is a source that the operator has named.
  const manifest = manifestsWith([provider])(provider);
  const verifier = verifiersWith([provider])(provider);
  const simulator = manifest && (await simulatorOf(manifest.name));
  if (!verifier || !simulator) return `expected the name of a provider, found "${provider}"`;
  if (!manifest.key.pattern.test(key)) return `${provider}: expected ${manifest.key.looksLike}`;
  const now = new Date();
  const event = { kind: 'unknown', to: ['someone@example.com'], messageId: 'form', at: now };
  const [payload = Buffer.from('{}')] = simulator.payloadsOf([event]);
  const request = simulator.sign(payload, simulator.makeKeys().signingKey, now);
  return refusalToJudge(verifier, request, key, now);
}

async function refusalToJudge(
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
    // The verifier speaks of a list of keys; here there is one.
    return message.replace(/, found none among 1 keys$/, '');
  }
}
