import { isObject, type JsonObject, parseBody, stringOf } from '../json.ts';
import { UnreadableBody } from '../provider.ts';

/** The fields that SNS signs, in its order. A field that a message does not have is not signed. */
export const signedFields = [
  'Message',
  'MessageId',
  'Subject',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
];

export type Delivered = {
  readonly report: JsonObject;
  /** The SNS message around the report; absent with raw message delivery. */
  readonly envelope?: JsonObject;
};

/** All fields that the developer guide gives a message over HTTPS. */
export const documentedFields = [
  ...signedFields,
  'UnsubscribeURL',
  'SignatureVersion',
  'Signature',
  'SigningCertURL',
];

/**
 * The SES report in a queue message: a string inside an SNS envelope, or the whole body with raw message delivery.
 * Undefined for messages that contain no event, such as the greeting of a new topic.
 */
export function reportIn(body: Buffer): Delivered | undefined {
  const outer = parseBody('ses', body);
  if (!isObject(outer)) throw unexpected();
  if (typeof outer['Message'] !== 'string' || !outer['TopicArn']) return reportOrGreeting({ report: outer });
  if (outer['Type'] !== 'Notification') return undefined;
  // SES sends one plain text message when a configuration set gets its topic.
  if (outer['Message'].startsWith('Successfully validated SNS topic')) return undefined;
  const inner = parseBody('ses', outer['Message']);
  if (!isObject(inner)) throw unexpected();
  return reportOrGreeting({ report: inner, envelope: outer });
}

/** The same message with another report. The envelope stays, because its time may be the only one. */
export function bodyWith({ report, envelope }: Delivered): Buffer {
  const message = JSON.stringify(report);
  return Buffer.from(envelope ? JSON.stringify({ ...envelope, Message: message }) : message);
}

/** The two types without a delivery event: the greeting of an identity's topic, and inbound mail. */
const withoutEvents = ['AmazonSnsSubscriptionSucceeded', 'Received'];

function reportOrGreeting(delivered: Delivered): Delivered | undefined {
  const { report } = delivered;
  const type = stringOf(report['eventType']) ?? stringOf(report['notificationType']);
  // A report without a type is one all the same, if it says what mail it is about.
  if (type === undefined && !isObject(report['mail'])) throw unexpected();
  return type !== undefined && withoutEvents.includes(type) ? undefined : delivered;
}

function unexpected(): UnreadableBody {
  return new UnreadableBody(
    'ses: expected an SNS envelope or an object with "eventType" or "notificationType", found neither',
  );
}
