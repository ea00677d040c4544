import { Option } from 'commander';
import { limits } from '../../../app/given.ts';
import { listFullPage, listSuppressions, type SuppressionPage } from '../../../app/list-suppressions.ts';
import type { CauseSummary, SuppressionState } from '../../../app/suppression-state.ts';
import { causes } from '../../../core/suppression.ts';
import type { MakeCommand, StackOptions } from '../../command.ts';
import { portsOf } from '../../ports.ts';
import { valueOrProblem } from '../../problem.ts';
import { suggest } from '../../suggested.ts';
import { openTarget } from '../../target.ts';
import { isoText, showMoment } from '../../ui/moments.ts';
import { showScope } from '../../ui/suppression-lines.ts';
import { paint, print, printJson, type Terminal, table } from '../../ui/terminal.ts';
import { countOf, plain } from '../../ui/text.ts';

type ListOptions = StackOptions & {
  readonly reason?: string;
  readonly since?: string;
  readonly domain?: string;
  readonly limit: number;
  readonly cursor?: string;
};

export const listCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'suppressions list',
      'suppressions list --reason complaint --since -30d',
      'suppressions list --since 2026-01-01T00:00:00Z --limit 100 --json',
    ])
    .addOption(suggest(new Option('--reason <cause>', `only this cause: ${causes.join(', ')}`), causes))
    .option('--since <time>', 'only with evidence since this time: an ISO time, or -30d')
    .option('--domain <domain>', 'only addresses of this domain, such as example.com')
    .option(
      '--limit <n>',
      `number of addresses, at most ${limits.pageSize}; \`suppressions export\` writes all`,
      Number,
      limits.defaultPageSize,
    )
    .option('--cursor <cursor>', 'next page: the cursor that --json printed')
    .withStack()
    .withJson()
    .action((options: ListOptions) => finish(list(options, terminal)));

async function list(options: ListOptions, terminal: Terminal): Promise<number> {
  const { reason, since: given, domain, limit, cursor } = options;
  const since = given && isoText(given, new Date());
  const ports = portsOf(await openTarget(options));
  // For scripts, a page as the API gives it.
  const ask = options.json ? listSuppressions : listFullPage;
  const page = valueOrProblem('list', await ask({ reason, since, domain, limit, cursor }, ports));
  if (options.json) printJson(terminal, page);
  else show(page, reason, terminal);
  return 0;
}

function show(
  { suppressions, cursor }: SuppressionPage,
  reason: string | undefined,
  terminal: Terminal,
): void {
  if (suppressions.length === 0)
    print(
      terminal,
      'No suppressed addresses found.',
      paint('dim', 'Forgotten addresses are not listed; `suppressions check` knows them.', terminal),
    );
  print(terminal, ...table(suppressions.map((state) => rowOf(state, reason))));
  if (cursor)
    print(
      terminal,
      paint(
        'dim',
        'There are more: use --cursor with the cursor from --json, or `suppressions export` for all.',
        terminal,
      ),
    );
}

function rowOf({ address, causes: all }: SuppressionState, reason: string | undefined): string[] {
  const wanted = all.filter(({ cause }) => !reason || cause === reason);
  const [latest] = wanted.toSorted(byLatest);
  if (!latest) return [plain(address)];
  return [
    showMoment(latest.lastEvidence.occurredAt),
    latest.cause,
    showScope(latest.scope),
    plain(address) + (all.length > 1 ? ` (and ${countOf(all.length - 1, 'more cause')})` : ''),
  ];
}

function byLatest(one: CauseSummary, other: CauseSummary): number {
  return one.lastEvidence.occurredAt > other.lastEvidence.occurredAt ? -1 : 1;
}
