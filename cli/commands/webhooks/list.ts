import { type EndpointReport, listEndpoints } from '../../../app/webhooks/list-endpoints.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { mailfoldCommand } from '../../next-commands.ts';
import { exitCodes } from '../../problem.ts';
import { openTarget, type Target } from '../../target.ts';
import { showMoment } from '../../ui/moments.ts';
import { paint, print, printJson, type Terminal, table } from '../../ui/terminal.ts';
import { outcomeOf } from '../../webhooks/attempt-words.ts';
import { endpointsOf } from '../../webhooks/endpoints-of.ts';

export const listCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['webhooks list', 'webhooks list --stack Mailfold --json'])
    .withStack()
    .withJson()
    .action((options: StackOptions) => finish(list(options, terminal)));

async function list(options: StackOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const reports = await listEndpoints(endpointsOf(target));
  if (options.json) printJson(terminal, reports);
  else show(reports, target, terminal);
  return reports.some(needsHelp) ? exitCodes.no : 0;
}

function needsHelp({ health, setAside }: EndpointReport): boolean {
  return health === 'paused' || setAside > 0;
}

function show(reports: readonly EndpointReport[], target: Target, terminal: Terminal): void {
  print(
    terminal,
    ...table([
      ['endpoint', 'state', 'waiting', 'set aside', 'last attempt', 'url'],
      ...reports.map((report) => [
        report.name,
        report.health,
        String(report.waiting),
        String(report.setAside),
        report.lastAttempt
          ? `${showMoment(report.lastAttempt.at)}: ${outcomeOf(report.lastAttempt)}`
          : 'none',
        report.url,
      ]),
    ]),
  );
  for (const report of reports.filter(needsHelp))
    print(terminal, '', paint('red', helpFor(report, target), terminal));
}

function helpFor(
  { name, health, pausedAt = '', pausedBecause, setAside }: EndpointReport,
  target: Target,
): string {
  const replay = `\`${mailfoldCommand(`webhooks replay ${name}`, target)}\``;
  if (health !== 'paused')
    return `${name}: ${setAside} set aside, because every attempt failed or the endpoint was paused; send them again: ${replay}`;
  const why = pausedBecause === 'gone' ? 'it answered 410 Gone' : 'it failed for a day';
  return `${name}: paused at ${showMoment(pausedAt)}, because ${why}. Once it works: \`${mailfoldCommand(`webhooks resume ${name}`, target)}\`, then ${replay}`;
}
