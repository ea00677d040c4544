import { useEffect, useRef, useState } from 'preact/hooks';
import { asTrouble } from '../state/ask.ts';
import { go, query, refine } from '../state/router.ts';
import { saveFile } from '../state/save-file.ts';
import { mayChange } from '../state/session.ts';
import { say } from '../state/toast.ts';
import { type Answered, useAnswer } from '../state/use-answer.ts';
import { usePages } from '../state/use-pages.ts';
import type {
  AddressChanges,
  Cause,
  SuppressionCounts,
  SuppressionPage,
  SuppressionState,
} from '../types.ts';
import { ImportDialog, ReleaseManyDialog } from '../ui/dialogs.ts';
import { DomainFilter } from '../ui/domain-filter.tsx';
import { Icon } from '../ui/icon.tsx';
import { Empty, SkeletonRows, TroubleCard } from '../ui/states.tsx';
import { SuppressionTable } from '../ui/suppression-table.tsx';
import { causeOutcomes } from '../words/outcomes.ts';
import { count, countOf } from '../words/text.ts';

const spans = [
  ['', 'Any time'],
  ['1', 'Last 24 hours'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
] as const;

/** The API counts no more for each cause. */
const countedAtMost = 1_000;

/** So that all causes stand in one line. */
const shortWords: Readonly<Partial<Record<Cause, string>>> = {
  soft_bounce: 'Soft bounces',
  manual: 'By hand',
};

export default function Suppressions() {
  const [reason, days, domain] = ['reason', 'days', 'domain'].map((name) => query.value.get(name) ?? '');
  const [since, setSince] = useState(sinceOf(days));
  useEffect(() => setSince(sinceOf(days)), [days]);
  const filter = new URLSearchParams({ ...(since && { since }), ...(domain && { domain }) });
  const counts = useAnswer<SuppressionCounts>(`/v1/suppressions/counts?${filter}`);
  useCountAgain(counts);
  if (reason) filter.set('reason', reason);
  const listPath = `/v1/suppressions?${filter}`;
  const pages = usePages<SuppressionPage, SuppressionState>(
    `${listPath}&limit=100`,
    ({ suppressions }) => suppressions,
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<'release' | 'import'>();
  const refresh = () => {
    setDialog(undefined);
    setChosen(new Set());
    pages.again();
    counts.again();
  };
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Suppressions</h1>
          <p class="lead">Addresses that get no mail, the latest evidence first.</p>
        </div>
        <div class="actions">
          {mayChange.value && (
            <button type="button" class="button" onClick={() => setDialog('import')}>
              <Icon name="upload" />
              Import
            </button>
          )}
          <ExportButton path={listPath} />
        </div>
      </div>
      <CauseFilter counts={counts.value} reason={reason ?? ''} />
      <div class="filters">
        <select
          class="input"
          aria-label="Since"
          value={days}
          onChange={(event) => refine({ days: event.currentTarget.value })}
        >
          {spans.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <DomainFilter domain={domain ?? ''} />
        {chosen.size > 0 && (
          <button type="button" class="button button-main" onClick={() => setDialog('release')}>
            Release {countOf(chosen.size, 'address', 'addresses')} …
          </button>
        )}
      </div>
      <List
        pages={pages}
        chosen={chosen}
        isFiltered={filter.size > 0}
        onChoose={(address) => setChosen(toggled(chosen, address))}
      />
      {dialog === 'release' && (
        <ReleaseManyDialog
          addresses={[...chosen].slice(0, 100)}
          onClose={() => setDialog(undefined)}
          onDone={(changes) => {
            sayChanged(changes);
            refresh();
          }}
        />
      )}
      {dialog === 'import' && <ImportDialog onClose={() => setDialog(undefined)} onDone={refresh} />}
    </>
  );
}

type ListProps = Parameters<typeof SuppressionTable>[0] & { readonly isFiltered: boolean };

function List({ isFiltered, ...table }: ListProps) {
  const { items, trouble, isWaiting, hasMore, again } = table.pages;
  if (trouble) return <TroubleCard trouble={trouble} again={again} />;
  return (
    <div class="card">
      {items.length > 0 ? (
        <SuppressionTable {...table} />
      ) : isWaiting ? (
        <SkeletonRows rows={12} />
      ) : isFiltered ? (
        <Empty
          icon="shield"
          title="No address matches"
          actions={
            <button type="button" class="button" onClick={() => go('/suppressions')}>
              Show all
            </button>
          }
        />
      ) : (
        <Empty icon="shield" tone="ok" title="Nobody is suppressed">
          <p>Addresses that bounce for good, complain or unsubscribe appear here, and get no more mail.</p>
        </Empty>
      )}
      <div class="table-foot" role="status">
        {items.length > 0 && (
          <span>
            {count(items.length)} shown{hasMore ? ', more while you scroll' : ', no more'}
          </span>
        )}
      </div>
    </div>
  );
}

function CauseFilter({
  counts,
  reason,
}: {
  readonly counts: SuppressionCounts | undefined;
  readonly reason: string;
}) {
  const numbers = new Map(counts?.counts.map((each) => [each.cause, each]));
  return (
    <div class="filters">
      <fieldset class="segments" aria-label="Cause">
        <button type="button" aria-pressed={reason === ''} onClick={() => refine({ reason: undefined })}>
          All
        </button>
        {(Object.keys(causeOutcomes) as Cause[]).map((cause) => {
          const number = numbers.get(cause);
          return (
            <button
              key={cause}
              type="button"
              aria-pressed={reason === cause}
              onClick={() => refine({ reason: cause })}
            >
              {shortWords[cause] ?? causeOutcomes[cause].word}{' '}
              <span class="count">
                {number ? `${count(number.addresses)}${number.isComplete ? '' : '+'}` : '·'}
              </span>
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}

/** Counting ends when its time is up. A first question may find a slow start; the next one finds more. */
function useCountAgain({ value, again }: Answered<SuppressionCounts>): void {
  const rounds = useRef(0);
  useEffect(() => {
    const wasCutShort = value?.counts.some(
      ({ isComplete, addresses }) => !isComplete && addresses < countedAtMost,
    );
    if (wasCutShort && rounds.current++ < 1) again();
  }, [value]);
}

function ExportButton({ path }: { readonly path: string }) {
  const [read, setRead] = useState<number>();
  const save = async () => {
    setRead(0);
    try {
      const { exportLines } = await import('../state/suppression-file.ts');
      const { lines, leftOut } = await exportLines(path, setRead);
      saveFile('suppressions.csv', lines);
      if (leftOut > 0)
        say(`Left out ${countOf(leftOut, 'address', 'addresses')} with characters that nobody can see`);
    } catch (error) {
      say(asTrouble(error).message);
    }
    setRead(undefined);
  };
  return (
    <button type="button" class="button" disabled={read !== undefined} onClick={save}>
      <Icon name="download" />
      {read === undefined ? 'Export' : `${count(read)} lines …`}
    </button>
  );
}

function sinceOf(days = ''): string {
  return days === '' ? '' : new Date(Date.now() - Number(days) * 86_400_000).toISOString();
}

function toggled(chosen: ReadonlySet<string>, address: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(address)) next.add(address);
  return next;
}

function sayChanged({ results }: AddressChanges): void {
  const done = results.filter(({ outcome }) => outcome === 'done').length;
  say(done === results.length ? `Released ${done}` : `Released ${done} of ${results.length}`);
}
