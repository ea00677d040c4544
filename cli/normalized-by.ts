import { asEnqueued } from '../providers/as-enqueued.ts';
import type { ProviderManifest } from '../providers/manifest.ts';
import { manifestOf } from '../providers/manifests.ts';
import { normalizersWith } from '../providers/normalizers.ts';
import type { Normalized } from '../providers/provider.ts';
import type { Simulator } from '../providers/simulator.ts';

/** A provider that the command line plays. */
export type Actor = {
  readonly provider: string;
  readonly transport: ProviderManifest['transport'];
  readonly simulator: Simulator;
  readonly signingKey: string;
};

/** Runs the consumer's own normalizer, so that the expected events are exactly those that the consumer will store. */
export function normalizedBy(
  { provider, transport, simulator, signingKey }: Actor,
  payload: Buffer,
): Normalized {
  // What is normalized does not depend on the URL.
  const request =
    transport === 'topic'
      ? { headers: {}, body: payload }
      : simulator.sign(payload, signingKey, new Date(), '');
  const normalizer = normalizersWith({})(provider);
  if (!normalizer) throw new Error(`expected a normalizer for ${provider}, found none`);
  return normalizer.normalize(asEnqueued(manifestOf(provider) ?? {}, request));
}
