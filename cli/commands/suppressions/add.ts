import { suppressMany } from '../../../app/change-many.ts';
import { suppress } from '../../../app/suppress.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { portsOf } from '../../ports.ts';
import { valueOrProblem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
import { showChanges } from '../../ui/change-lines.ts';
import { showScope } from '../../ui/suppression-lines.ts';
import { paint, print, printJson, type Terminal } from '../../ui/terminal.ts';
import { plain } from '../../ui/text.ts';
import { scopeOption } from './scope-option.ts';

type AddOptions = StackOptions & {
  readonly by: string;
  readonly because: string;
  readonly scope: string;
};

export const addCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'suppressions add ana@example.com --by kim --because "asked on the phone"',
      'suppressions add ana@example.com ben@example.com --by kim --because "left the company"',
      'suppressions add ana@example.com --scope newsletter --by kim --because "ticket 4711"',
    ])
    .argument('<address...>', 'e-mail addresses')
    .requiredOption('--by <name>', 'who does this; kept in the history')
    .requiredOption('--because <text>', 'the reason; kept in the history')
    .addOption(scopeOption)
    .withStack()
    .withJson()
    .action((addresses: string[], options: AddOptions) => finish(add(addresses, options, terminal)));

async function add(addresses: readonly string[], options: AddOptions, terminal: Terminal): Promise<number> {
  const { scope, by, because } = options;
  const ports = portsOf(await openTarget(options));
  const [address = '', ...others] = addresses;
  if (others.length > 0) {
    const changes = await suppressMany({ addresses, scope, by, because }, ports);
    return showChanges(valueOrProblem('suppressions add', changes), 'suppressed', options, terminal);
  }
  const result = valueOrProblem(address, await suppress({ address, scope, by, because }, ports));
  if (options.json) printJson(terminal, result);
  else
    print(
      terminal,
      `${paint('bold', plain(result.address), terminal)}  ${paint('red', 'suppressed', terminal)} for ${showScope(options.scope.trim())}`,
    );
  return 0;
}
