import type { Verifier } from '../../providers/provider.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { verifiersWith } from '../../providers/verifiers.ts';

/**
 * What is wrong with the form of a key, in the words of the one who would have to use it: the provider's own check,
 * given a request that it could judge if only it had a key. Undefined when nothing is.
 */
export async function problemOfKey(provider: string, key: string): Promise<string | undefined> {
  // A name that is no provider's is a sender after the Standard Webhooks.
  const verifier = verifiersWith([provider])(provider);
  const simulator = (await simulatorOf(provider)) ?? (await simulatorOf('standard-webhooks'));
  if (!verifier || !simulator) return 'nobody could check a request with it';
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
    return error instanceof Error
      ? error.message.replace(/, found none among 1( keys?)?$/, ', found another text')
      : String(error);
  }
}
