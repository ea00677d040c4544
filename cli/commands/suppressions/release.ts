import { randomUUID } from 'node:crypto';
import { toEventId } from '../../../core/ids.ts';
import { momentFromMillis } from '../../../core/moment.ts';
import { outcomeOfRelease, type ReleaseOutcome } from '../../../core/release-outcome.ts';
import { everything, type Release } from '../../../core/suppression.ts';
import { command, type MakeCommand } from '../../command.ts';
import { exitCodes, Problem } from '../../problem.ts';
import { givenAddress, givenText } from '../../suppressions/given.ts';
import { suppressionListOf } from '../../suppressions/suppression-list.ts';
import { openTarget, type TargetOptions } from '../../target.ts';
import { activeAsJson, activeLines, showScope } from '../../ui/suppression-lines.ts';
import { paint, print, printJson, type Terminal } from '../../ui/terminal.ts';

type ReleaseOptions = TargetOptions & {
  readonly by: string;
  readonly because: string;
  readonly scope: string;
  readonly json?: boolean;
};

export const releaseCommand: MakeCommand = ({ terminal, finish }) =>
  command('release', 'end the suppression of an address; what happens later suppresses it again', [
    'suppressions release ana@example.com --by kim --because "mailbox is back"',
    'suppressions release ana@example.com --scope 10 --by kim --because "subscribed again"',
  ])
    .argument('<address>')
    .requiredOption('--by <name>', 'who does it')
    .requiredOption('--because <text>', 'why')
    .option('--scope <name>', 'only this stream, group or list; all of them when absent', everything)
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs')
    .action((address: string, options: ReleaseOptions) => finish(release(address, options, terminal)));

async function release(given: string, options: ReleaseOptions, terminal: Terminal): Promise<number> {
  const now = new Date();
  const entry: Release = {
    type: 'release',
    address: givenAddress(given),
    scope: givenText('--scope', options.scope),
    occurredAt: momentFromMillis(now.getTime()),
    id: toEventId(randomUUID()),
    by: givenText('--by', options.by),
    because: givenText('--because', options.because),
  };
  const list = suppressionListOf(await openTarget(options));
  const outcome = outcomeOfRelease(await list.entriesOf(entry.address), entry, list.settings);
  if (outcome.ended.length === 0) throw new Problem(nothingToRelease(entry, outcome), exitCodes.no);
  await list.record(entry, now);
  if (options.json) {
    printJson(terminal, {
      ...entry,
      ended: outcome.ended.map(activeAsJson),
      stays: outcome.stays.map(activeAsJson),
    });
  } else show(entry, outcome, terminal);
  return 0;
}

function nothingToRelease({ address, scope }: Release, { stays }: ReleaseOutcome): string {
  const others = stays.map((each) => `${each.cause} (${showScope(each.scope)})`).join(', ');
  const rest = others ? `; what stays is ${others}` : '';
  return `nothing to release: ${address} is not suppressed for ${showScope(scope)}${rest}`;
}

function show({ address }: Release, { ended, stays }: ReleaseOutcome, terminal: Terminal): void {
  print(terminal, `${paint('bold', address, terminal)}  ${paint('green', 'released', terminal)} from`);
  print(terminal, ...activeLines(ended, terminal));
  if (stays.length > 0)
    print(terminal, paint('yellow', 'What stays', terminal), ...activeLines(stays, terminal));
}
