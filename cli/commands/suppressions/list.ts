import { type ActiveCause, foldSuppression } from '../../../core/fold-suppression.ts';
import type { Address } from '../../../core/ids.ts';
import { type Moment, momentFromMillis } from '../../../core/moment.ts';
import { type Cause, causes } from '../../../core/suppression.ts';
import { newestEvidence } from '../../../store/newest-evidence.ts';
import { command, type MakeCommand, positiveNumber } from '../../command.ts';
import { givenCause } from '../../suppressions/given.ts';
import { type SuppressionList, suppressionListOf } from '../../suppressions/suppression-list.ts';
import { openTarget, type TargetOptions } from '../../target.ts';
import { parseMoment } from '../../ui/moments.ts';
import { activeAsJson, plain, showScope, showSecond } from '../../ui/suppression-lines.ts';
import { paint, print, printJson, type Terminal, table } from '../../ui/terminal.ts';

type ListOptions = TargetOptions & {
  readonly reason?: string;
  readonly since?: string;
  readonly limit: number;
  readonly json?: boolean;
};

export const listCommand: MakeCommand = ({ terminal, finish }) =>
  command('list', 'the addresses that are suppressed now, those with the newest evidence first', [
    'suppressions list',
    'suppressions list --reason complaint --since -30d',
    'suppressions list --since 2026-01-01T00:00:00Z --limit 1000 --json',
  ])
    .option('--reason <cause>', causes.join(', '))
    .option('--since <time>', 'with evidence from then on: an ISO time, or -30d')
    .option('--limit <n>', 'at most so many; export has them all', positiveNumber, 100)
    .option('--stack <name>', 'a deployed stack instead of the local one')
    .option('--json', 'for programs')
    .action((options: ListOptions) => finish(list(options, terminal)));

async function list(options: ListOptions, terminal: Terminal): Promise<number> {
  const wanted: Wanted = {
    reason: options.reason === undefined ? undefined : givenCause(options.reason),
    since:
      options.since === undefined
        ? undefined
        : momentFromMillis(parseMoment(options.since, new Date()).getTime()),
  };
  const found: Listed[] = [];
  let isCut = false;
  for await (const each of listed(suppressionListOf(await openTarget(options)), wanted)) {
    isCut = found.length === options.limit;
    if (isCut) break;
    found.push(each);
  }
  if (options.json) printJson(terminal, { suppressed: found.map(asJson), more: isCut });
  else show(found, isCut, terminal);
  return 0;
}

type Wanted = { readonly reason?: Cause; readonly since?: Moment };

type Listed = {
  readonly address: Address;
  /** The one of the wanted causes that was added to last. */
  readonly latest: ActiveCause;
  readonly active: readonly ActiveCause[];
};

async function* listed(
  { client, table: name, settings, entriesOf }: SuppressionList,
  { reason, since }: Wanted,
): AsyncGenerator<Listed> {
  const seen = new Set<Address>();
  for await (const { address } of newestEvidence(client, name, reason ? [reason] : causes, since)) {
    if (seen.has(address)) continue;
    seen.add(address);
    const { active } = foldSuppression(await entriesOf(address), settings);
    const [latest] = active
      .filter((each) => (!reason || each.cause === reason) && (!since || latestOf(each) >= since))
      .toSorted((one, other) => (latestOf(one) > latestOf(other) ? -1 : 1));
    // Much of the evidence was released since, or is one soft bounce that does no harm.
    if (latest) yield { address, latest, active };
  }
}

function latestOf({ evidence, since }: ActiveCause): Moment {
  return evidence.at(-1)?.occurredAt ?? since;
}

function asJson({ address, latest, active }: Listed) {
  const { cause, scope, since } = latest;
  return { address, cause, scope, since, latest: latestOf(latest), active: active.map(activeAsJson) };
}

function show(found: readonly Listed[], isCut: boolean, terminal: Terminal): void {
  if (found.length === 0) print(terminal, 'No address is suppressed.');
  const rows = found.map(({ address, latest, active }) => [
    showSecond(latestOf(latest)),
    latest.cause,
    showScope(latest.scope),
    plain(address) + (active.length > 1 ? ` (and ${active.length - 1} more)` : ''),
  ]);
  print(terminal, ...table(rows));
  if (isCut) print(terminal, paint('dim', `There are more: --limit N shows them, export has all.`, terminal));
}
