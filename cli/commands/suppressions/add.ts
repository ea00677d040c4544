import { suppress } from '../../../app/suppress.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { portsOf } from '../../ports.ts';
import { valueOrProblem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
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
      'suppressions add ana@example.com --scope newsletter --by kim --because "ticket 4711"',
    ])
    .argument('<address>', 'e-mail address')
    .requiredOption('--by <name>', 'who does this; kept in the history')
    .requiredOption('--because <text>', 'the reason; kept in the history')
    .addOption(scopeOption)
    .withStack()
    .withJson()
    .action((address: string, options: AddOptions) => finish(add(address, options, terminal)));

async function add(address: string, options: AddOptions, terminal: Terminal): Promise<number> {
  const wish = {
    address,
    scope: options.scope,
    by: options.by,
    because: options.because,
  };
  const result = valueOrProblem(address, await suppress(wish, portsOf(await openTarget(options))));
  if (options.json) printJson(terminal, result);
  else
    print(
      terminal,
      `${paint('bold', plain(result.address), terminal)}  ${paint('red', 'suppressed', terminal)} for ${showScope(options.scope.trim())}`,
    );
  return 0;
}
