import { isObject, type JsonObject, parseBody } from '../json.ts';
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

/**
 * The SES report in a queue message: a string inside an SNS envelope, or the whole body with raw message delivery.
 * Undefined for messages that contain no event, such as the greeting of a new topic.
 */
export function reportIn(body: Buffer): JsonObject | undefined {
  const outer = parseBody('ses', body);
  if (!isObject(outer)) throw unexpected();
  if (typeof outer['Message'] !== 'string' || !outer['TopicArn']) return reportOrGreeting(outer);
  if (outer['Type'] !== 'Notification') return undefined;
  // SES sends one plain text message when a configuration set gets its topic.
  if (outer['Message'].startsWith('Successfully validated SNS topic')) return undefined;
  const inner = parseBody('ses', outer['Message']);
  if (!isObject(inner)) throw unexpected();
  return reportOrGreeting(inner);
}

/** The two types without a delivery event: the greeting of an identity's topic, and inbound mail. */
const withoutEvents = ['AmazonSnsSubscriptionSucceeded', 'Received'];

function reportOrGreeting(report: JsonObject): JsonObject | undefined {
  const type = report['eventType'] ?? report['notificationType'];
  if (typeof type !== 'string') throw unexpected();
  return withoutEvents.includes(type) ? undefined : report;
}

function unexpected(): UnreadableBody {
  return new UnreadableBody(
    'ses: expected an SNS envelope or an object with "eventType" or "notificationType", found neither',
  );
}
