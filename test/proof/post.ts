import type { EmailEvent } from '../../core/email-event.ts';
import type { ConsumedRecord } from '../../lambdas/consumer/consume.ts';
import { asEnqueued } from '../../providers/as-enqueued.ts';
import { manifests, topicProvider } from '../../providers/manifests.ts';
import { normalizersWith } from '../../providers/normalizers.ts';
import type { WebhookRequest } from '../../providers/provider.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { verifiersWith } from '../../providers/verifiers.ts';
import { type Envelope, readEnvelope, toEnvelope } from '../../queue/envelope.ts';
import { signedRequest } from '../support/signed-request.ts';
import { type Happening, start } from './history.ts';
import { withSharedIds } from './shared-ids.ts';

const ownNormalizerOf = normalizersWith({});
/** Two providers use the same ids, because ids are unique for one provider only. */
export const normalizerOf = (provider: string) => {
  const own = ownNormalizerOf(provider);
  return own && withSharedIds(own);
};
export const verifierOf = verifiersWith([]);

/** A simulator for every provider, with its own keys. */
export const actors = new Map(
  await Promise.all(
    manifests.map(async (manifest) => {
      const provider = manifest.name;
      const simulator = await simulatorOf(provider);
      const verifier = verifierOf(provider);
      if (!simulator || !verifier) throw new Error(`${provider} is not complete`);
      return [provider as string, { manifest, simulator, verifier, keys: simulator.makeKeys() }] as const;
    }),
  ),
);

export function actor(provider: string) {
  const found = actors.get(provider);
  if (!found) throw new Error(`there is no provider ${provider}`);
  return found;
}

/** Reports of one moment, as their providers would send them, in the form that Lambda passes to the consumer. */
export function recordsOf(happenings: readonly Happening[], now = start): ConsumedRecord[] {
  const providers = [...new Set(happenings.map(({ provider }) => provider))];
  return providers.flatMap((provider) => {
    const { simulator, keys } = actor(provider);
    const mine = happenings.filter((each) => each.provider === provider).map(({ event }) => event);
    return simulator
      .payloadsOf(mine)
      .map((payload) => recordOf(provider, signedRequest(simulator, payload, keys.signingKey, now), now));
  });
}

export function recordOf(provider: string, request: WebhookRequest, now = start): ConsumedRecord {
  const { manifest } = actor(provider);
  if (manifest.transport === 'topic')
    return asRecord({ MessageBody: request.body.toString(), MessageAttributes: {} });
  const envelope = toEnvelope({ provider, receivedAt: now, request: asEnqueued(manifest, request) });
  if (!envelope) throw new Error('expected a report that fits into a queue message, found a larger one');
  return asRecord(envelope);
}

let posted = 0;

/** A message that was sent to the queue, in the form that Lambda passes to the consumer. */
export function asRecord({ MessageBody, MessageAttributes }: Envelope): ConsumedRecord {
  posted += 1;
  const attributes = Object.entries(MessageAttributes).map(([name, { StringValue }]) => [
    name,
    { stringValue: StringValue },
  ]);
  return {
    messageId: `q${posted}`,
    body: MessageBody,
    attributes: { SentTimestamp: String(start.getTime()) },
    messageAttributes: Object.fromEntries(attributes),
  };
}

export function eventsIn(records: readonly ConsumedRecord[]): EmailEvent[] {
  return records.flatMap((record) => {
    const { provider, request } = readEnvelope(record, topicProvider.name);
    return [...(normalizerOf(provider)?.normalize(request).events ?? [])];
  });
}

/** Each report once, on its own, in the order of the history. Every other arrangement must give the same result. */
export function eventsOf(happenings: readonly Happening[]): EmailEvent[] {
  return happenings.flatMap((each) => eventsIn(recordsOf([each])));
}
