import type { ConsumedRecord } from '../../lambdas/consumer/consume.ts';
import { type Envelope, toEnvelope } from '../../queue/envelope.ts';

const receivedAt = new Date('2026-01-01T00:00:10Z');

/** What SQS does with the messages of a queue: delivers them, counts that, and sets them aside after too many times. */
export function anEventsQueue(bodies: readonly string[], maxDeliveries = 5) {
  const sent: Envelope[] = [];
  const dead: ConsumedRecord[] = [];
  let waiting: ConsumedRecord[] = [];
  let posted = 0;

  const add = ({ MessageBody, MessageAttributes }: Envelope) => {
    posted += 1;
    const attributes = Object.entries(MessageAttributes).map(([name, { StringValue }]) => [
      name,
      { stringValue: StringValue },
    ]);
    waiting.push({
      messageId: `q${posted}`,
      body: MessageBody,
      attributes: { SentTimestamp: String(receivedAt.getTime()), ApproximateReceiveCount: '0' },
      messageAttributes: Object.fromEntries(attributes),
    });
  };

  for (const body of bodies) {
    const envelope = toEnvelope({
      provider: 'sendgrid',
      receivedAt,
      request: { headers: {}, body: Buffer.from(body) },
    });
    if (!envelope) throw new Error('expected a body that fits into a queue message, found a larger one');
    add(envelope);
  }

  return {
    sent,
    dead,
    waiting: () => waiting,
    send: async (envelope: Envelope) => {
      sent.push(envelope);
      add(envelope);
    },
    /** Delivers everything that waits, as one batch. */
    async deliver(consume: (batch: readonly ConsumedRecord[]) => Promise<string[]>): Promise<string[]> {
      const batch = waiting.map((record) => ({
        ...record,
        attributes: {
          ...record.attributes,
          ApproximateReceiveCount: String(Number(record.attributes.ApproximateReceiveCount) + 1),
        },
      }));
      waiting = [];
      const unfinished = await consume(batch);
      const back = batch.filter(({ messageId }) => unfinished.includes(messageId));
      const isSpent = ({ attributes }: ConsumedRecord) =>
        Number(attributes.ApproximateReceiveCount) >= maxDeliveries;
      dead.push(...back.filter(isSpent));
      waiting.push(...back.filter((record) => !isSpent(record)));
      return unfinished;
    },
  };
}
