import { type Normalizer, type Reports, UnreadableBody } from '../../providers/provider.ts';
import { type QueuedWebhook, type QueueRecord, readEnvelope } from '../../queue/envelope.ts';

export type OpenDependencies = {
  readonly normalizerOf: (provider: string) => Normalizer | undefined;
  /** The provider whose events come through the topic, without a provider name. */
  readonly topicProvider: string;
};

export type Opened = {
  readonly provider: string;
  readonly webhook: QueuedWebhook;
  readonly reports: Reports;
};

/** Why a message cannot be opened. `provider` is `other` when the name is not a known provider. */
type Broken = { readonly provider: string; readonly reason: string };

/** Splits the body of a queue message into parts. */
export function openMessage(record: QueueRecord, deps: OpenDependencies): Opened | Broken {
  // The metrics must not contain an arbitrary name from a message.
  let provider = 'other';
  try {
    const webhook = readEnvelope(record, deps.topicProvider);
    const normalizer = deps.normalizerOf(webhook.provider);
    if (!normalizer)
      return { provider, reason: 'expected the name of a known provider, found an unknown name' };
    provider = webhook.provider;
    return { provider, webhook, reports: normalizer.split(webhook.request) };
  } catch (error) {
    if (error instanceof UnreadableBody) return { provider, reason: error.message };
    // Any other error is a bug of ours, and its message could quote the body.
    return {
      provider,
      reason: `normalising it failed with ${error instanceof Error ? error.name : 'an unknown error'}`,
    };
  }
}
