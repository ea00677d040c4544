import type { SQSEvent, SQSRecord } from 'aws-lambda';
import type { EmailEvent } from '../../core/email-event.ts';
import { asEnqueued } from '../../providers/as-enqueued.ts';
import { manifestOf, topicProvider } from '../../providers/manifests.ts';
import { normalizersWith } from '../../providers/normalizers.ts';
import { readEnvelope, toEnvelope } from '../../queue/envelope.ts';
import { simulatorFor } from './simulator-for.ts';

export type Actor = Awaited<ReturnType<typeof actorFor>>;

const normalizerOf = normalizersWith({});
let made = 0;

/** A simulated provider, and its requests as the records that Lambda passes to the consumer. */
export async function actorFor(provider: string) {
  const simulator = await simulatorFor(provider);
  const manifest = manifestOf(provider);
  const { signingKey } = simulator.makeKeys();
  const recordOf = (payload: Buffer, at: Date): SQSRecord => {
    // Not signed: RSA would take longer than the rest, and the consumer does not check signatures of a topic.
    if (manifest?.transport === 'topic') return toRecord(snsNotification(payload, at), {}, at);
    const request = asEnqueued(
      manifest ?? {},
      simulator.sign(payload, signingKey, at, 'https://example.com'),
    );
    const envelope = toEnvelope({ provider, receivedAt: at, request });
    if (!envelope) throw new Error('expected a body that fits into the queue, found a larger one');
    return toRecord(envelope.MessageBody, envelope.MessageAttributes, at);
  };
  return { provider, simulator, recordOf };
}

export function toEvent(records: readonly SQSRecord[]): SQSEvent {
  return { Records: [...records] };
}

/** The events in queue messages: every contender reads them this way before it writes. */
export function eventsIn({ Records }: SQSEvent): { event: EmailEvent; receivedAt: Date }[] {
  return Records.flatMap((record) => {
    const { provider, request, receivedAt } = readEnvelope(record, topicProvider.name);
    const events = normalizerOf(provider)?.normalize(request).events ?? [];
    return events.map((event) => ({ event, receivedAt }));
  });
}

function toRecord(
  body: string,
  attributes: Readonly<Record<string, { StringValue?: string }>>,
  at: Date,
): SQSRecord {
  made += 1;
  return {
    messageId: `q${made}`,
    receiptHandle: `r${made}`,
    body,
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: String(at.getTime()),
      SenderId: 'bench',
      ApproximateFirstReceiveTimestamp: String(at.getTime()),
    },
    messageAttributes: Object.fromEntries(
      Object.entries(attributes).map(([name, { StringValue }]) => [
        name,
        { dataType: 'String', stringValue: StringValue },
      ]),
    ),
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:events',
    awsRegion: 'us-east-1',
  };
}

/** The form in which SNS delivers to a queue. */
function snsNotification(payload: Buffer, at: Date): string {
  return JSON.stringify({
    Type: 'Notification',
    MessageId: `00000000-0000-0000-0000-${String(made).padStart(12, '0')}`,
    TopicArn: 'arn:aws:sns:us-east-1:000000000000:mailfold-ses',
    Message: payload.toString(),
    Timestamp: at.toISOString(),
    SignatureVersion: '1',
    Signature: 'x'.repeat(344),
    SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
    UnsubscribeURL: 'https://sns.us-east-1.amazonaws.com/?Action=Unsubscribe',
  });
}
