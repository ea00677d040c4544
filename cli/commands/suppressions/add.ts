import { randomUUID } from 'node:crypto';
import { toEventId } from '../../../core/ids.ts';
import { momentFromMillis } from '../../../core/moment.ts';
import { type Evidence, everything } from '../../../core/suppression.ts';
import { command, type MakeCommand } from '../../command.ts';
import { exitCodes, Problem } from '../../problem.ts';
import { givenAddress, givenText } from '../../suppressions/given.ts';
import { suppressionListOf } from '../../suppressions/suppression-list.ts';
import { openTarget, type TargetOptions } from '../../target.ts';
import { showScope } from '../../ui/suppression-lines.ts';
import { paint, print, printJson, type Terminal } from '../../ui/terminal.ts';

type AddOptions = TargetOptions & {
  readonly by: string;
  readonly because: string;
  readonly scope: string;
  readonly json?: boolean;
};

export const addCommand: MakeCommand = ({ terminal, finish }) =>
  command('add', 'suppress an address by hand', [
    'suppressions add ana@example.com --by kim --because "asked on the phone"',
    'suppressions add ana@example.com --scope newsletter --by kim --because "ticket 4711"',
  ])
    .argument('<address>')
    .requiredOption('--by <name>', 'who does it')
    .requiredOption('--because <text>', 'why')
    .option('--scope <name>', 'one stream, group or list instead of all mail', everything)
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs')
    .action((address: string, options: AddOptions) => finish(add(address, options, terminal)));

async function add(given: string, options: AddOptions, terminal: Terminal): Promise<number> {
  const now = new Date();
  const entry: Evidence = {
    type: 'evidence',
    cause: 'manual',
    address: givenAddress(given),
    scope: givenText('--scope', options.scope),
    occurredAt: momentFromMillis(now.getTime()),
    id: toEventId(randomUUID()),
    by: givenText('--by', options.by),
    because: givenText('--because', options.because),
  };
  const list = suppressionListOf(await openTarget(options));
  if (!list.settings.causes.includes('manual'))
    throw new Problem(
      'this stack does not suppress by hand: mailfold:suppressionCauses leaves "manual" out; nothing was written',
      exitCodes.no,
    );
  await list.record(entry, now);
  if (options.json) printJson(terminal, entry);
  else
    print(
      terminal,
      `${paint('bold', entry.address, terminal)}  ${paint('red', 'suppressed', terminal)} for ${showScope(entry.scope)}`,
    );
  return 0;
}
