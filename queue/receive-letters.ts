import { type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { LookBounds } from '../app/ports/dead-letters.ts';

export type Letters = { readonly sqs: SQSClient; readonly url: string };

/** The receipt handle of each letter that is hidden, by id. Only the newest handle of a letter is valid. */
export type Handles = Map<string, string>;

const perCall = 10;
const maxWorkers = 8;
/** Letters that one worker receives and sends again in a second. On AWS a call takes some hundredths of a second. */
const perWorkerAndSecond = 100;
const maxHiddenSeconds = 3_600;

/**
 * Receives letters until there are none to be seen, or a bound is reached. Calls `use` once with each letter. Returns whether there
 * were no more letters to be seen.
 *
 * A hidden letter comes back when its time is over, and is recognised by its id. When a look takes longer than that, SQS
 * never runs out of letters: so the number of receipts is bounded too.
 */
export async function receiveLetters(
  letters: Letters,
  bounds: LookBounds,
  handles: Handles,
  use: (messages: readonly Message[]) => Promise<void>,
): Promise<boolean> {
  const seen = new Set<string>();
  const failures: unknown[] = [];
  const workers: Promise<void>[] = [];
  let received = 0;
  let expected = 0;
  let isEmpty = false;

  const room = () => Math.min(perCall, bounds.most - seen.size - expected);
  const goesOn = () =>
    !isEmpty && failures.length === 0 && bounds.hasTime() && received < 3 * bounds.most && room() > 0;

  async function receiveSome(): Promise<void> {
    const most = room();
    expected += most;
    const messages = await receive(letters, most, hiddenSeconds(bounds));
    expected -= most;
    received += messages.length;
    if (messages.length === 0) isEmpty = true;
    const fresh = messages.filter(({ MessageId = '' }) => !seen.has(MessageId));
    for (const { MessageId = '', ReceiptHandle = '' } of messages) {
      seen.add(MessageId);
      handles.set(MessageId, ReceiptHandle);
    }
    // As long as SQS has more than fits into a call, more calls at the same time are faster.
    if (messages.length === perCall && workers.length < workersFor(bounds)) addWorker();
    if (fresh.length > 0) await use(fresh);
  }

  async function work(): Promise<void> {
    while (goesOn()) await receiveSome();
  }

  function addWorker(): void {
    workers.push(work().catch((error: unknown) => void failures.push(error)));
  }

  addWorker();
  for (const worker of workers) await worker;
  if (failures.length > 0) throw failures[0];
  return isEmpty;
}

function workersFor({ rate }: LookBounds): number {
  return rate ? Math.min(maxWorkers, Math.ceil(rate / perWorkerAndSecond)) : maxWorkers;
}

/** Long enough for the whole look, but not for ever: nobody hands the letters back when the process is stopped. */
function hiddenSeconds({ most, rate = perWorkerAndSecond }: LookBounds): number {
  return Math.min(maxHiddenSeconds, 60 + Math.ceil(most / Math.min(rate, perWorkerAndSecond)));
}

async function receive({ sqs, url }: Letters, most: number, hidden: number): Promise<Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: most,
      VisibilityTimeout: hidden,
      // With a wait time, SQS asks all its servers. Without, it asks only some and may miss letters.
      WaitTimeSeconds: 1,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return Messages;
}
