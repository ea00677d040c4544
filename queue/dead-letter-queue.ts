import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { normalizersWith } from '../providers/normalizers.ts';
import { type QueuedWebhook, readEnvelope } from './envelope.ts';

/** A dead letter, read as far as it can be read. */
export type Letter = {
  readonly id: string;
  readonly provider: string;
  /** Why it is here: as it was found when it was split off, or as it is found now. */
  readonly reason: string;
  readonly sentAt: Date;
  readonly deliveries: number;
  readonly webhook?: QueuedWebhook;
  readonly message: Message;
};

/** While they are looked at, the letters are hidden from others; then they are handed back. */
const hiddenSeconds = 60;

/** All letters of a queue, or the first so many. */
export async function takeLetters(
  sqs: SQSClient,
  queueUrl: string,
  most: number,
  onTaken: (count: number) => void,
): Promise<Letter[]> {
  const letters = new Map<string, Letter>();
  for (let isEmpty = false; !isEmpty && letters.size < most; ) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: Math.min(10, most - letters.size),
        VisibilityTimeout: hiddenSeconds,
        // Waiting makes SQS ask all its servers; without, it asks some and may miss letters.
        WaitTimeSeconds: 1,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['All'],
      }),
    );
    for (const message of Messages) letters.set(message.MessageId ?? '', toLetter(message));
    isEmpty = Messages.length === 0;
    onTaken(Messages.length);
  }
  return [...letters.values()];
}

/** A moment later, so that whoever is still reading does not find them twice. */
export async function handBack(sqs: SQSClient, queueUrl: string, letters: readonly Letter[]): Promise<void> {
  for (let index = 0; index < letters.length; index += 10) {
    const Entries = letters.slice(index, index + 10).map(({ message }, place) => ({
      Id: String(place),
      ReceiptHandle: message.ReceiptHandle,
      VisibilityTimeout: 1,
    }));
    await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queueUrl, Entries }));
  }
}

/** Sent first and deleted afterwards: in between there are two of it, and two count once. */
export async function moveLetter(
  sqs: SQSClient,
  from: string,
  to: string,
  { message }: Letter,
): Promise<void> {
  const MessageAttributes = Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, { DataType, StringValue }]) => [
      name,
      { DataType, StringValue },
    ]),
  );
  await sqs.send(new SendMessageCommand({ QueueUrl: to, MessageBody: message.Body, MessageAttributes }));
  await sqs.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle: message.ReceiptHandle }));
}

function toLetter(message: Message): Letter {
  const sentAt = Number(message.Attributes?.SentTimestamp ?? 0);
  const facts = {
    id: message.MessageId ?? '',
    sentAt: new Date(sentAt),
    deliveries: Number(message.Attributes?.ApproximateReceiveCount ?? 0),
    message,
  };
  try {
    const webhook = readEnvelope({
      body: message.Body ?? '',
      attributes: { SentTimestamp: String(sentAt) },
      messageAttributes: Object.fromEntries(
        Object.entries(message.MessageAttributes ?? {}).map(([name, { StringValue }]) => [
          name,
          { stringValue: StringValue ?? '' },
        ]),
      ),
    });
    return { ...facts, provider: webhook.provider, reason: webhook.reason ?? reasonOf(webhook), webhook };
  } catch (error) {
    return { ...facts, provider: 'unknown', reason: messageOf(error) };
  }
}

/** Tried once more, with the code as it is here: what fails here will fail there. */
function reasonOf({ provider, request }: QueuedWebhook): string {
  const normalizer = normalizersWith({ [provider]: {} })(provider);
  if (!normalizer) return 'no provider of this name is known';
  try {
    const { unreadable } = normalizer.normalize(request);
    return unreadable[0]?.reason ?? 'it can be read; storing it failed';
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
