import { foldSuppression, suppressedFor } from '../../../core/fold-suppression.ts';
import { everything } from '../../../core/suppression.ts';
import { command, type MakeCommand } from '../../command.ts';
import { exitCodes } from '../../problem.ts';
import { givenAddress } from '../../suppressions/given.ts';
import { suppressionListOf } from '../../suppressions/suppression-list.ts';
import { openTarget, type TargetOptions } from '../../target.ts';
import { activeAsJson, activeLines } from '../../ui/suppression-lines.ts';
import { paint, print, printJson, type Terminal } from '../../ui/terminal.ts';

type CheckOptions = TargetOptions & { readonly stream?: string; readonly json?: boolean };

export const checkCommand: MakeCommand = ({ terminal, finish }) =>
  command('check', 'may one send to this address? exit code 0 for yes, 1 for no', [
    'suppressions check ana@example.com',
    'suppressions check ana@example.com --stream 10',
    'suppressions check ana@example.com --json && ./send-newsletter',
  ])
    .argument('<address>')
    .option('--stream <name>', 'for mail of this stream, group or list')
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs')
    .action((address: string, options: CheckOptions) => finish(check(address, options, terminal)));

async function check(given: string, options: CheckOptions, terminal: Terminal): Promise<number> {
  const address = givenAddress(given);
  const list = suppressionListOf(await openTarget(options));
  const suppression = foldSuppression(await list.entriesOf(address), list.settings);
  const worst = suppressedFor(suppression, options.stream);
  if (options.json) {
    printJson(terminal, {
      address,
      stream: options.stream ?? null,
      suppressed: worst !== undefined,
      cause: worst?.cause ?? null,
      since: worst?.since ?? null,
      active: suppression.active.map(activeAsJson),
    });
  } else {
    const verdict = worst ? paint('red', 'suppressed', terminal) : paint('green', 'one may send', terminal);
    const streams = [...new Set(suppression.active.map(({ scope }) => scope))].filter(
      (scope) => scope !== everything && scope !== options.stream,
    );
    const but = !worst && streams.length > 0 ? ', but not mail of:' : '';
    print(terminal, `${paint('bold', address, terminal)}  ${verdict}${but}`);
    print(terminal, ...activeLines(suppression.active, terminal));
  }
  return worst ? exitCodes.no : 0;
}
