import { releaseMany } from '../../../app/change-many.ts';
import { type Released, release } from '../../../app/release.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { portsOf } from '../../ports.ts';
import { valueOrProblem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
import { showChanges } from '../../ui/change-lines.ts';
import { confirmOnTerminal } from '../../ui/confirm.ts';
import { causeLines } from '../../ui/suppression-lines.ts';
import { paint, print, printJson, type Terminal } from '../../ui/terminal.ts';
import { plain } from '../../ui/text.ts';
import { scopeOption } from './scope-option.ts';

type ReleaseOptions = StackOptions & {
  readonly by: string;
  readonly because: string;
  readonly scope: string;
  readonly acknowledgeComplaint?: boolean;
  readonly yes?: boolean;
};

export const releaseCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'suppressions release ana@example.com --by kim --because "mailbox is back"',
      'suppressions release ana@example.com ben@example.com --by kim --because "mailboxes are back"',
      'suppressions release ana@example.com --scope 10 --by kim --because "subscribed again"',
      'suppressions release ana@example.com --by kim --because "asked for it" --acknowledge-complaint',
    ])
    .argument('<address...>', 'e-mail addresses')
    .requiredOption('--by <name>', 'who does this; kept in the history')
    .requiredOption('--because <text>', 'the reason; kept in the history')
    .addOption(scopeOption)
    .option(
      '--acknowledge-complaint',
      'release a spam complaint without being asked; required in scripts and for several addresses',
    )
    .withYes('do not ask; a spam complaint still needs --acknowledge-complaint')
    .withStack()
    .withJson()
    .action((addresses: string[], options: ReleaseOptions) =>
      finish(releaseGiven(addresses, options, terminal)),
    );

function releaseGiven(
  addresses: readonly string[],
  options: ReleaseOptions,
  terminal: Terminal,
): Promise<number> {
  const [address = '', ...others] = addresses;
  return others.length > 0
    ? releaseSeveral(addresses, options, terminal)
    : releaseOne(address, options, terminal);
}

/** Asks nothing: a complaint that is not acknowledged is refused, and the others are released. */
async function releaseSeveral(
  addresses: readonly string[],
  options: ReleaseOptions,
  terminal: Terminal,
): Promise<number> {
  const { scope, by, because, acknowledgeComplaint } = options;
  const ports = portsOf(await openTarget(options));
  const changes = await releaseMany({ addresses, scope, by, because, acknowledgeComplaint }, ports);
  return showChanges(valueOrProblem('suppressions release', changes), 'released', options, terminal);
}

async function releaseOne(address: string, options: ReleaseOptions, terminal: Terminal): Promise<number> {
  const wish = {
    address,
    scope: options.scope,
    by: options.by,
    because: options.because,
    acknowledgeComplaint: options.acknowledgeComplaint,
  };
  const ports = portsOf(await openTarget(options));
  const first = await release(wish, ports);
  const needsYes = !first.ok && first.refusal.code === 'complaint-not-acknowledged';
  const acknowledgeComplaint = needsYes && (await confirmOnTerminal(complaintWarning, options, terminal));
  const answer = acknowledgeComplaint ? await release({ ...wish, acknowledgeComplaint }, ports) : first;
  const result = valueOrProblem(address, answer);
  if (options.json) printJson(terminal, result);
  else show(result, terminal);
  return 0;
}

const complaintWarning =
  'Someone at this address has reported your mail as spam. Released, it gets mail again.';

function show({ address, ended, causes }: Released, terminal: Terminal): void {
  print(terminal, `${paint('bold', plain(address), terminal)}  ${paint('green', 'released', terminal)} from`);
  print(terminal, ...causeLines(ended, terminal));
  if (causes.length > 0)
    print(terminal, paint('yellow', 'Still suppressed by', terminal), ...causeLines(causes, terminal));
}
