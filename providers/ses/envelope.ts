import { isObject, type JsonObject, parseBody } from '../json.ts';
import { UnreadableBody } from '../provider.ts';

/** The fields that SNS signs, in its order; a message without one of them leaves it out. */
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
 * The SES report inside a queue message: in an SNS envelope, where it is a string, or bare when the subscription
 * delivers raw. Undefined when SNS or SES speaks of itself and there is no event to keep.
 */
export function reportIn(body: Buffer): JsonObject | undefined {
  const outer = parseBody('ses', body);
  if (!isObject(outer)) throw unexpected();
  if (typeof outer['Message'] !== 'string' || !outer['TopicArn']) return reportOrGreeting(outer);
  if (outer['Type'] !== 'Notification') return undefined;
  // Sent once, as plain text, when a configuration set gets its topic.
  if (outer['Message'].startsWith('Successfully validated SNS topic')) return undefined;
  const inner = parseBody('ses', outer['Message']);
  if (!isObject(inner)) throw unexpected();
  return reportOrGreeting(inner);
}

/** The two that carry no delivery event: the greeting of an identity's topic, and inbound mail. */
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
