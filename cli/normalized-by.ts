import type { ProviderManifest } from '../providers/manifest.ts';
import { manifestOf } from '../providers/manifests.ts';
import { normalizersWith } from '../providers/normalizers.ts';
import type { Normalized, WebhookRequest } from '../providers/provider.ts';
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
  const { headers, body } =
    transport === 'topic' ? { headers: {}, body: payload } : simulator.sign(payload, signingKey, new Date());
  const kept = manifestOf(provider)?.headersToKeep ?? [];
  const carried = Object.fromEntries(
    kept.map((name) => [name, (headers as WebhookRequest['headers'])[name]]),
  );
  const normalizer = normalizersWith({})(provider);
  if (!normalizer) throw new Error(`expected a normalizer for ${provider}, found none`);
  return normalizer.normalize({ headers: carried, body });
}
