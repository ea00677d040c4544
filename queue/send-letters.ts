import { setTimeout as delay } from 'node:timers/promises';
import {
  type BatchResultErrorEntry,
  DeleteMessageBatchCommand,
  type Message,
  type MessageAttributeValue,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { groupsOf } from './groups-of.ts';
import { isNoteOfSns } from './read-letter.ts';

type Way = { readonly sqs: SQSClient; readonly from: string; readonly to: string };

const maxEntries = 10;
const maxBatchBytes = 1024 * 1024;

/** Waits before a number of messages is sent, so that there are not more than `rate` per second. */
export type Turn = (count: number) => Promise<void>;

export function turnsAt(rate: number | undefined): Turn {
  let next = 0;
  return async (count) => {
    if (!rate) return;
    const now = Date.now();
    const turn = Math.max(now, next);
    next = turn + (1000 * count) / rate;
    await delay(turn - now);
  };
}

/**
 * Sends messages to another queue, and deletes each only when it was sent. If deleting fails, there are two copies, which count
 * once. Throws when SQS refused some of them; these stay where they are.
 */
export async function sendLetters(
  { sqs, from, to }: Way,
  messages: readonly Message[],
  turn: Turn,
  onSent: (sent: readonly Message[]) => void,
): Promise<void> {
  for (const batch of batchesOf(messages)) {
    await turn(batch.length);
    const { Successful = [], Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: to,
        Entries: batch.map(({ Body, MessageAttributes = {} }, index) => ({
          Id: String(index),
          MessageBody: Body,
          MessageAttributes: attributesToSend(MessageAttributes),
        })),
      }),
    );
    const sent = Successful.flatMap(({ Id }) => batch[Number(Id)] ?? []);
    if (sent.length > 0) {
      const Entries = sent.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
      await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: from, Entries }));
      onSent(sent);
    }
    if (Failed.length > 0) throw refusal(Failed);
  }
}

/** The fields that can be sent. SNS's notes about a failed delivery are left out. */
function attributesToSend(attributes: Readonly<Record<string, MessageAttributeValue>>) {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => !isNoteOfSns(name))
      .map(([name, { DataType, StringValue, BinaryValue }]) => [
        name,
        { DataType, ...(BinaryValue ? { BinaryValue } : { StringValue }) },
      ]),
  );
}

/** SQS accepts at most ten messages in a batch, whose total size is at most that of one message. */
function batchesOf(messages: readonly Message[]): Message[][] {
  return groupsOf(messages, maxEntries, maxBatchBytes, sizeOf);
}

function sizeOf({ Body = '', MessageAttributes = {} }: Message): number {
  const attributes = Object.entries(MessageAttributes).map(
    ([name, { DataType = '', StringValue = '', BinaryValue }]) =>
      name.length + DataType.length + (BinaryValue?.length ?? Buffer.byteLength(StringValue)),
  );
  return attributes.reduce((sum, size) => sum + size, Buffer.byteLength(Body));
}

function refusal(failed: readonly BatchResultErrorEntry[]): Error {
  const codes = [...new Set(failed.map(({ Code }) => Code))].join(', ');
  const count = failed.length === 1 ? '1 message' : `${failed.length} messages`;
  return new Error(`SQS did not accept ${count} (${codes}); not sent, so still dead letters: try again`);
}
