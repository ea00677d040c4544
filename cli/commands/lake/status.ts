import { type LakeStatus, lakeStatus } from '../../../app/lake-status.ts';
import type { LakeProblem } from '../../../app/ports/lake.ts';
import { outputs } from '../../../lib/outputs.ts';
import { queueDepth } from '../../../queue/queue-depth.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { requiredLakeKeeper } from '../../lake-keeper-of.ts';
import { exitCodes } from '../../problem.ts';
import { sqsOf } from '../../sqs-of.ts';
import { openTarget } from '../../target.ts';
import { showMoment } from '../../ui/moments.ts';
import { paint, print, printJson, type Terminal, table } from '../../ui/terminal.ts';
import { countOf } from '../../ui/text.ts';

export const statusCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['lake status', 'lake status --stack Mailfold --json'])
    .withStack()
    .withJson()
    .action((options: StackOptions) => finish(status(options, terminal)));

async function status(options: StackOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const lake = await requiredLakeKeeper(target);
  const found = await lakeStatus({
    lake,
    failedBatches: () => queueDepth(sqsOf(target), target.output(outputs.lakeFailuresQueueUrl)),
    now: () => new Date(),
  });
  if (options.json) printJson(terminal, found);
  else show(found, terminal);
  return found.problems.length === 0 ? 0 : exitCodes.no;
}

function show(found: LakeStatus, terminal: Terminal): void {
  print(terminal, ...table(linesOf(found)));
  for (const problem of found.problems) print(terminal, '', paint('red', repairs[problem](found), terminal));
}

function linesOf(found: LakeStatus): string[][] {
  const { firstDay, lastDay, rows, bytes, newObjects, tidyObjects, lastTidied } = found;
  return [
    ['days', firstDay ? `${firstDay} to ${lastDay}` : 'none yet'],
    [
      'events',
      newObjects > 0
        ? `up to ${rows.toLocaleString('en-US')}: new files can repeat some`
        : rows.toLocaleString('en-US'),
    ],
    ['files', `${countOf(tidyObjects, 'tidy file')}, ${newObjects} new, ${megabytes(bytes)}`],
    [
      'tidied',
      lastTidied
        ? `${showMoment(lastTidied.at)}${lastTidied.isComplete ? '' : ', and not finished yet'}`
        : 'not yet',
    ],
    ['not written', found.failedBatches === 0 ? 'nothing' : countOf(found.failedBatches, 'batch', 'batches')],
    ...(found.peopleBeingForgotten > 0
      ? [['forgetting', countOf(found.peopleBeingForgotten, 'person', 'people')]]
      : []),
    ...(found.replacedObjects > 0 ? [['to be deleted', countOf(found.replacedObjects, 'file')]] : []),
  ];
}

function shortList(days: readonly string[]): string {
  return days.length <= 3 ? days.join(', ') : `${days[0]} to ${days.at(-1)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const repairs: Readonly<Record<LakeProblem, (found: LakeStatus) => string>> = {
  'events-missing': () =>
    'Some events are not in the lake: run `mailfold lake repair`, then purge the queue of the output LakeFailuresQueueUrl.',
  'tidier-late': () =>
    'The tidier has not run for three hours: look into the log of the function of the output TidierFunctionName.',
  'objects-damaged': () =>
    'Some files cannot be read: the log of the tidier names them. Delete them and run `mailfold lake repair`.',
  'days-unseen': ({ unseenDays }) =>
    `Events of ${countOf(unseenDays.length, 'day')} are in the files and in no answer, because questions reach back ten years (docs/analytics.md): ${shortList(unseenDays)}.`,
};
