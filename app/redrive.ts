import { setTimeout as delay } from 'node:timers/promises';
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { exitCodes, Problem } from '../cli/problem.ts';
import { openTarget, type Target } from '../cli/target.ts';
import { progress } from '../cli/ui/progress.ts';
import { print, printJson, type Terminal } from '../cli/ui/terminal.ts';
import { outputs } from '../lib/outputs.ts';
import { handBack, moveLetter, takeLetters } from '../queue/dead-letter-queue.ts';
import { queueDepth } from '../queue/queue-depth.ts';
import { type DlqOptions, deadLetterUrl, isMeant, withLetters } from './dead-letters.ts';

type RedriveOptions = DlqOptions & {
  readonly all?: boolean;
  readonly rate?: number;
  readonly dryRun?: boolean;
};
type Result = { readonly moved: number; readonly left: number; readonly dryRun: boolean };

/** Sends letters back to the events queue: all of them by SQS itself, or those that are meant one by one. */
export async function redrive(options: RedriveOptions, terminal: Terminal): Promise<number> {
  const isChosen = options.provider !== undefined || options.reason !== undefined;
  if (options.all ? isChosen : !isChosen) {
    throw new Problem('say what to redrive: --all, or some by --provider or --reason', exitCodes.usage);
  }
  const target = await openTarget(options);
  const result = await resultOf(target, options, isChosen, terminal);
  if (options.json) printJson(terminal, result);
  else if (result.dryRun) print(terminal, `${result.moved} would be sent again, ${result.left} would stay`);
  else print(terminal, `${result.moved} sent again, ${result.left} left`);
  return 0;
}

async function resultOf(
  target: Target,
  options: RedriveOptions,
  isChosen: boolean,
  terminal: Terminal,
): Promise<Result> {
  const url = deadLetterUrl(target, options);
  const total = await queueDepth(target.sqs, url);
  if (options.dryRun) {
    const meant = await withLetters(
      target,
      options,
      Number.POSITIVE_INFINITY,
      terminal,
      (letters) => letters.length,
    );
    return { moved: meant, left: total - meant, dryRun: true };
  }
  // SQS moves only what another queue has set aside, so what SNS has set aside is moved by hand.
  const moved =
    isChosen || options.queue === 'ses'
      ? await moveSome(target, url, options, terminal)
      : await moveAll(target, url, total, options, terminal);
  return { moved, left: await queueDepth(target.sqs, url), dryRun: false };
}

async function moveSome(
  target: Target,
  url: string,
  options: RedriveOptions,
  terminal: Terminal,
): Promise<number> {
  const letters = await takeLetters(target.sqs, url, Number.POSITIVE_INFINITY, () => {});
  const isWanted = options.all ? () => true : isMeant(options);
  const meant = letters.filter(isWanted);
  const moving = progress('sending again', meant.length, terminal);
  for (const letter of meant) {
    await moveLetter(target.sqs, url, target.output(outputs.eventsQueueUrl), letter);
    moving.advance();
    if (options.rate) await delay(1000 / options.rate);
  }
  moving.end();
  await handBack(
    target.sqs,
    url,
    letters.filter((letter) => !isWanted(letter)),
  );
  return meant.length;
}

/** SQS moves what it can see; letters that somebody has just looked at become visible a moment later. */
async function moveAll(
  target: Target,
  url: string,
  total: number,
  { rate }: RedriveOptions,
  terminal: Terminal,
): Promise<number> {
  const { Attributes } = await target.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn'] }),
  );
  const task = { SourceArn: Attributes?.QueueArn, ...(rate && { MaxNumberOfMessagesPerSecond: rate }) };
  const moving = progress('sending again', total, terminal);
  let moved = 0;
  for (let tries = 0; moved < total && tries < 3; tries += 1) {
    if (tries > 0) await delay(1_500);
    await target.sqs.send(new StartMessageMoveTaskCommand(task));
    moved += await untilMoved(target, task.SourceArn, (count) => moving.advance(count));
  }
  moving.end();
  return moved;
}

async function untilMoved(
  target: Target,
  SourceArn: string | undefined,
  onMoved: (count: number) => void,
): Promise<number> {
  for (let shown = 0; ; ) {
    const { Results = [] } = await target.sqs.send(
      new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }),
    );
    const [task] = Results;
    const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
    onMoved(moved - shown);
    shown = moved;
    if (task?.Status === 'FAILED')
      throw new Problem(`SQS gave up: ${task.FailureReason ?? 'no reason given'}`, exitCodes.failure);
    if (task?.Status !== 'RUNNING') return moved;
    await delay(200);
  }
}
