import { type Forgotten, forget } from '../../app/forget.ts';
import { givenAddress, givenName, givenReason, together } from '../../app/given.ts';
import type { LakeKeeper } from '../../app/ports/lake.ts';
import { outputs } from '../../lib/outputs.ts';
import { rowCount } from '../../store/describe-table.ts';
import type { MakeCommand, StackOptions } from '../command.ts';
import { forgettingStoreOf } from '../forgetting-store-of.ts';
import { lakeKeeperOf } from '../lake-keeper-of.ts';
import { exitCodes, valueOrProblem } from '../problem.ts';
import { openTarget, stackInWords } from '../target.ts';
import { confirm } from '../ui/confirm.ts';
import { noProgress, progress } from '../ui/progress.ts';
import { print, printJson, type Terminal } from '../ui/terminal.ts';
import { countOf, plain } from '../ui/text.ts';
import { userName } from '../user-name.ts';

type ForgetOptions = StackOptions & {
  readonly yes?: boolean;
  readonly because: string;
  readonly by: string;
};

export const forgetCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'forget ana@example.com --because "asked for erasure, ticket 4711"',
      'forget ana@example.com --because "asked for erasure" --by kim --yes --stack Mailfold --json',
    ])
    .argument('<address>', 'e-mail address')
    .requiredOption('--because <text>', 'the reason; kept with the hash')
    .option('--by <name>', 'who does this; kept with the hash', userName())
    .withYes()
    .withStack()
    .withJson()
    .action((address: string, options: ForgetOptions) => finish(forgetOne(address, options, terminal)));

async function forgetOne(address: string, options: ForgetOptions, terminal: Terminal): Promise<number> {
  const wish = { address, by: options.by, because: options.because };
  const target = await openTarget(options);
  const given = together({
    asked: givenAddress(address),
    by: givenName(options.by),
    because: givenReason(options.because),
  });
  const { asked } = valueOrProblem(address, given);
  await confirm(
    `All data about ${plain(asked.address)} in ${stackInWords(target)} will be deleted for good.`,
    options,
    terminal,
  );
  const total = await rowCount(target.dynamoDb, target.output(outputs.messagesTableName));
  const reading = progress('searching', total, terminal);
  const keeper = await lakeKeeperOf(target);
  const looking = await lookingThrough(keeper, terminal);
  const lake = keeper && { keeper, onLook: looking.advance };
  const answered = await forget(wish, forgettingStoreOf(target, reading.advance), lake);
  reading.end();
  looking.end();
  const result = valueOrProblem(address, answered);
  if (options.json) printJson(terminal, result);
  else show(result, terminal);
  return isNothing(result) || !result.isComplete ? exitCodes.no : 0;
}

/** The lake is looked through file by file. */
async function lookingThrough(keeper: LakeKeeper | undefined, terminal: Terminal) {
  if (!keeper) return noProgress;
  const { newObjects, tidyObjects, replacedObjects } = await keeper.inventory();
  return progress('lake', newObjects + tidyObjects + replacedObjects, terminal);
}

function isNothing({ events, statuses, evidence, lake }: Forgotten): boolean {
  return events + statuses + evidence + (lake?.rows ?? 0) === 0;
}

function show(result: Forgotten, terminal: Terminal): void {
  if (isNothing(result)) {
    print(terminal, 'Nothing is stored about this address.');
    return;
  }
  const { events, statuses, evidence, redacted, suppressedStill, lake } = result;
  print(
    terminal,
    `Deleted: ${countOf(events, 'event')}, ${countOf(statuses, 'status', 'statuses')}, ${countOf(evidence, 'history entry', 'history entries')}.`,
  );
  if (redacted > 0)
    print(
      terminal,
      `Removed the address from ${countOf(redacted, 'event')} of other recipients of the same messages.`,
    );
  if (lake && lake.rows > 0)
    print(
      terminal,
      `The lake keeps ${countOf(lake.rows, 'event')} for its counts, in new files that do not lead to the address. The files before are deleted within two hours; until then a question to the lake can still show the message ids, the links and the hash of the person.`,
    );
  print(
    terminal,
    suppressedStill.length > 0
      ? `It stays suppressed (${suppressedStill.join(', ')}): a hash that only this stack can make remains.`
      : 'It was not suppressed.',
  );
  if (!result.isComplete)
    print(
      terminal,
      'New rows appeared at every look: a provider is still reporting about this address. Run it again later.',
    );
}
