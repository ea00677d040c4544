import { limits } from '../../app/given.ts';
import { type MakeCommand, positiveNumber } from '../command.ts';
import { exitCodes, Problem } from '../problem.ts';
import { programName } from '../program-name.ts';
import { historyOf } from '../seed/history.ts';
import { seedPlayers } from '../seed/players.ts';
import { eventsInLake, untilTold } from '../seed/until-told.ts';
import { type Seeded, writeHistory } from '../seed/write-history.ts';
import { openTarget } from '../target.ts';
import { progress } from '../ui/progress.ts';
import { print, printJson, type Terminal } from '../ui/terminal.ts';
import { countOf } from '../ui/text.ts';

type SeedOptions = {
  readonly days: number;
  readonly messages: number;
  readonly seed: number;
  readonly json?: boolean;
};

export const seedCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['seed', 'seed --days 90 --messages 50000', 'seed --messages 500 --seed 7 --json'])
    .option('--days <n>', `days of history, today included, ${limits.statsDays} at most`, positiveNumber, 30)
    .option('--messages <n>', 'number of messages, each with all its events', positiveNumber, 20_000)
    .option('--seed <n>', 'another number invents another history', positiveNumber, 1)
    .withJson()
    .addHelpText('after', help)
    .action((options: SeedOptions) => finish(seed(options, terminal)));

async function seed({ json, ...options }: SeedOptions, terminal: Terminal): Promise<number> {
  if (options.days > limits.statsDays)
    throw new Problem(`--days: expected at most ${limits.statsDays}`, exitCodes.usage);
  // Always the local stack: invented mail must not get into a real one.
  const target = await openTarget({});
  const before = await eventsInLake(options.seed, target);
  const history = historyOf({ ...options, now: new Date() });
  const writing = progress('writing', history.length, terminal);
  const { namedEvents, ...seeded } = await writeHistory(
    history,
    await seedPlayers(),
    target,
    writing.advance,
  );
  writing.end();
  const isTold = await untilTold({ seed: options.seed, before, events: namedEvents }, target, terminal);
  // Nothing has happened yet to messages of later today.
  const later = options.messages - history.length;
  if (json) printJson(terminal, { ...options, ...seeded, later, isInLake: isTold });
  else print(terminal, ...seedLines({ ...seeded, later }, options.days, isTold));
  return isTold ? 0 : exitCodes.no;
}

type SeededUntilNow = Seeded & { readonly later: number };

function seedLines(
  { messages, events, present, later }: SeededUntilNow,
  days: number,
  isTold: boolean,
): string[] {
  const known = [
    ...(present > 0 ? [`${countOf(present, 'message')} of this history were there already.`] : []),
    ...(later > 0 ? [`${countOf(later, 'message')} will be sent later today: run it again then.`] : []),
  ];
  if (messages === 0) return known;
  return [
    `${countOf(messages, 'message')} with ${countOf(events, 'event')} of the last ${countOf(days, 'day')} are stored.`,
    ...known,
    ...(isTold
      ? [`Look at them with \`${programName} stats --days ${days} --by domain\`.`]
      : [`The lake does not have them all yet; \`${programName} lake status\` says why.`]),
  ];
}

const help = `
Only the local stack can be filled. Two invented companies send receipts, resets, a newsletter,
welcomes and offers, through three providers, with a weekly rhythm, new versions of templates,
and one bad day on which somebody mailed a bought list. The rows are those that the providers'
events would have led to. The same seed on the same day invents the same mail, and running it
again adds nothing.`;
