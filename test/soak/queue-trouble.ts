import {
  GetQueueAttributesCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  SetQueueAttributesCommand,
} from '@aws-sdk/client-sqs';
import { sqsOf } from '../../cli/sqs-of.ts';
import type { Random } from '../../cli/storm/random.ts';
import type { Target } from '../../cli/target.ts';
import { outputs } from '../../lib/outputs.ts';
import type { LocalStack } from '../../local/local-stack.ts';
import type { Counts } from './counts.ts';
import { pause } from './pause.ts';

/** Of the messages that are sent to the queue, those that are delivered once more, as SQS may. */
const copiedShare = 0.1;
/** Of the calls that delete finished messages, those that are refused; the messages are delivered again. */
const refusedDeletions = 0.1;
/** Of the calls that send to the queue. The provider gets a 5xx, unless a retry of the SDK succeeds. */
const refusedSends = 0.03;
const longestCopyDelay = 15;
const shortVisibilitySeconds = 1;

export type QueueTrouble = {
  /** Resolves at the next call that sends to the queue, before it is executed. */
  nextSend(): Promise<void>;
  /** Runs until `stopping`; then everything is as before, and no copy is left to send. */
  run(stopping: AbortSignal): Promise<void>;
};

/** Makes the queue deliver again what was sent or finished before. */
export function queueTrouble(
  stack: LocalStack,
  target: Target,
  random: Random,
  counts: Counts,
): QueueTrouble {
  const copies: { readonly at: number; readonly message: SendMessageCommandInput }[] = [];
  const waiting = new Set<() => void>();
  const failure = { status: 500, body: { __type: 'InternalFailure', message: 'Injected.' } };
  const refusal = { status: 400, body: { __type: 'ReceiptHandleIsInvalid', message: 'Injected.' } };

  function intercept({ service, action, body }: { service: string; action: string; body: object }) {
    if (service !== 'sqs') return undefined;
    if (action === 'SendMessage') {
      for (const resolve of waiting) resolve();
      waiting.clear();
      if (random.happens(refusedSends)) return failure;
      const at = Date.now() + random.next() * longestCopyDelay * 1_000;
      if (random.happens(copiedShare)) copies.push({ at, message: body as SendMessageCommandInput });
    }
    if (action === 'DeleteMessageBatch' && random.happens(refusedDeletions)) {
      counts.redeliveries += (body as { Entries: unknown[] }).Entries.length;
      return refusal;
    }
    return undefined;
  }

  async function sendCopies(isDue: (at: number) => boolean): Promise<void> {
    for (const copy of copies.filter(({ at }) => isDue(at))) {
      await sqsOf(target).send(new SendMessageCommand(copy.message));
      copies.splice(copies.indexOf(copy), 1);
      counts.redeliveries += 1;
    }
  }

  return {
    nextSend: () => new Promise((resolve) => waiting.add(resolve)),
    async run(stopping) {
      stack.faults.intercept = intercept;
      await Promise.all([
        (async () => {
          while (await pause(0.5, stopping)) await sendCopies((at) => at <= Date.now()).catch(() => {});
        })(),
        shortenVisibility(target, random, counts, stopping),
      ]);
      stack.faults.intercept = undefined;
      await sendCopies(() => true);
    },
  };
}

/** From time to time, a message that is being processed becomes visible to a second run. */
async function shortenVisibility(target: Target, random: Random, counts: Counts, stopping: AbortSignal) {
  const queue = { QueueUrl: target.output(outputs.eventsQueueUrl) };
  const { Attributes } = await sqsOf(target).send(
    new GetQueueAttributesCommand({ ...queue, AttributeNames: ['VisibilityTimeout'] }),
  );
  const set = (VisibilityTimeout: string) =>
    sqsOf(target).send(new SetQueueAttributesCommand({ ...queue, Attributes: { VisibilityTimeout } }));
  do {
    counts.shortVisibility += 1;
    await set(String(shortVisibilitySeconds));
    await pause(5, stopping);
    await set(Attributes?.VisibilityTimeout ?? '180');
  } while (await pause(5 + random.next() * 25, stopping));
}
