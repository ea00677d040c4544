import { checkSuppressions } from '../../../app/check-suppressions.ts';
import type { SuppressionState } from '../../../app/suppression-state.ts';
import { allScopes } from '../../../core/suppression.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { portsOf } from '../../ports.ts';
import { exitCodes, valueOrProblem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
import { causeLines } from '../../ui/suppression-lines.ts';
import { paint, print, printJson, type Terminal } from '../../ui/terminal.ts';
import { plain } from '../../ui/text.ts';

type CheckOptions = StackOptions & { readonly stream?: string };

export const checkCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'suppressions check ana@example.com',
      'suppressions check ana@example.com ben@example.com --stream 10',
      'suppressions check ana@example.com --json && ./send-newsletter',
    ])
    .argument('<address...>', 'e-mail addresses')
    .option('--stream <name>', 'check for mail of this stream, group or list')
    .withStack()
    .withJson()
    .action((addresses: string[], options: CheckOptions) => finish(check(addresses, options, terminal)));

async function check(
  addresses: readonly string[],
  options: CheckOptions,
  terminal: Terminal,
): Promise<number> {
  const ports = portsOf(await openTarget(options));
  const { stream } = options;
  const [first = '', ...others] = addresses;
  const subject = others.length === 0 ? first : 'suppressions check';
  const result = valueOrProblem(subject, await checkSuppressions({ addresses, stream }, ports));
  if (options.json) printJson(terminal, result);
  else for (const state of result.answers) show(state, stream, terminal);
  return result.answers.some(({ suppressed }) => suppressed) ? exitCodes.no : 0;
}

function show(
  { address, suppressed, causes, moreCauses }: SuppressionState,
  stream: string | undefined,
  terminal: Terminal,
): void {
  const verdict = suppressed
    ? paint('red', 'suppressed', terminal)
    : paint('green', 'not suppressed', terminal);
  const isOtherStream = causes.some(({ scope }) => scope !== allScopes && scope !== stream);
  const except = !suppressed && isOtherStream ? ', except for:' : '';
  print(terminal, `${paint('bold', plain(address), terminal)}  ${verdict}${except}`);
  print(terminal, ...causeLines(causes, terminal));
  if (moreCauses) print(terminal, '  There are more causes, for other streams: see `mailfold explain`.');
}
