import type { Message } from '@aws-sdk/client-sqs';
import { region } from './clients.ts';
import type { Invocation } from './function-environment.ts';
import { failedIds } from './item-failures.ts';

/** A message as Lambda passes it to a function. */
export function toSqsRecord(message: Message, queueArn: string) {
  const attributes = Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
    name,
    {
      ...(value.StringValue === undefined ? {} : { stringValue: value.StringValue }),
      ...(value.BinaryValue && { binaryValue: Buffer.from(value.BinaryValue).toString('base64') }),
      stringListValues: [],
      binaryListValues: [],
      dataType: value.DataType,
    },
  ]);
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: message.MD5OfBody ?? '',
    ...(message.MD5OfMessageAttributes && { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: region,
  };
}

/**
 * The messages of a batch that can be deleted, by AWS's rules. The others become visible again.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function doneWith(
  messageIds: readonly string[],
  invocation: Invocation,
  reportsItemFailures: boolean,
): string[] {
  if (!invocation.ok) return [];
  if (!reportsItemFailures) return [...messageIds];
  const failed = failedIds(invocation.response);
  // A malformed response, or one that names a message of another batch, fails the whole batch.
  if (!failed || failed.some((id) => !messageIds.includes(id))) return [];
  return messageIds.filter((id) => !failed.includes(id));
}

/** How many messages from the front fit into one invocation; at least one. */
export function takeBatch(messages: readonly Message[], size: number, bytes: number): number {
  let count = 0;
  let total = 0;
  for (const message of messages) {
    total += Buffer.byteLength(JSON.stringify(toSqsRecord(message, ''))) + 100;
    if (count > 0 && (total > bytes || count >= size)) break;
    count += 1;
  }
  return count;
}
