import { useEffect, useRef } from 'preact/hooks';
import { addressPath } from '../paths.ts';
import { isNarrow } from '../state/screen.ts';
import { mayChange, providerTitle } from '../state/session.ts';
import type { Pages } from '../state/use-pages.ts';
import { useWindow } from '../state/use-window.ts';
import type { SuppressionState } from '../types.ts';
import { causeOutcomes } from '../words/outcomes.ts';
import { latestEvidence, scopeText } from '../words/suppression.ts';
import { exact, plain, shortName } from '../words/text.ts';
import { Badge } from './badge.tsx';
import { Exact } from './exact.tsx';
import { Time } from './time.tsx';

/** As in tables.css. */
const rowHeights = { narrow: 64, wide: 48 };

type Props = {
  readonly pages: Pages<SuppressionState>;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (address: string) => void;
};

/** Only the rows on the screen are in the document; the next page is read before the end is reached. */
export function SuppressionTable({ pages, chosen, onChoose }: Props) {
  const { items, isWaiting, hasMore, more } = pages;
  const rowHeight = isNarrow.value ? rowHeights.narrow : rowHeights.wide;
  const columns = (mayChange.value ? 1 : 0) + (isNarrow.value ? 1 : 4);
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to } = useWindow(body, items.length, rowHeight);
  useEffect(() => {
    if (hasMore && !isWaiting && to >= items.length - 20) more();
  }, [to, items.length, hasMore, isWaiting]);
  return (
    <table class="table suppressions" aria-rowcount={hasMore ? -1 : items.length}>
      <thead>
        <tr>
          {mayChange.value && (
            <th class="narrow">
              <span class="visually-hidden">Choose</span>
            </th>
          )}
          <th>Address</th>
          {!isNarrow.value && (
            <>
              <th class="cause">Cause</th>
              <th class="since">Since</th>
              <th>Latest evidence</th>
            </>
          )}
        </tr>
      </thead>
      <tbody ref={body}>
        <Gap height={from * rowHeight} columns={columns} />
        {items.slice(from, to).map((state, index) => (
          <Row
            key={state.address}
            index={from + index}
            state={state}
            isChosen={chosen.has(state.address)}
            onChoose={onChoose}
          />
        ))}
        <Gap height={(items.length - to) * rowHeight} columns={columns} />
      </tbody>
    </table>
  );
}

type GapProps = { readonly height: number; readonly columns: number };

/** As high as the rows that it stands for. */
function Gap({ height, columns }: GapProps) {
  if (height <= 0) return null;
  return (
    <tr class="gap">
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  );
}

type RowProps = {
  readonly index: number;
  readonly state: SuppressionState;
  readonly isChosen: boolean;
  readonly onChoose: (address: string) => void;
};

function Row({ index, state: { address, causes }, isChosen, onChoose }: RowProps) {
  const [worst] = causes;
  return (
    <tr aria-rowindex={index + 1}>
      {mayChange.value && (
        <td class="narrow">
          <input
            type="checkbox"
            class="check"
            aria-label={`Choose ${exact(address)}`}
            checked={isChosen}
            onChange={() => onChoose(address)}
          />
        </td>
      )}
      <td class="cut">
        <a href={addressPath(address)} data-row="">
          <Exact text={address} />
        </a>
        {isNarrow.value && <Causes causes={causes} />}
      </td>
      {!isNarrow.value && (
        <>
          <td class="cause">
            <Causes causes={causes} />
          </td>
          <td class="since muted">{worst && <Time at={worst.since} form="short" />}</td>
          <td class="cut small muted">
            {worst && (
              <>
                <Time at={latestEvidence(causes)} form="short" /> · {evidenceText(worst)}
              </>
            )}
          </td>
        </>
      )}
    </tr>
  );
}

function Causes({ causes: [worst, ...others] }: Pick<SuppressionState, 'causes'>) {
  if (!worst) return null;
  return (
    <div>
      <Badge outcome={causeOutcomes[worst.cause]} />
      {others.length > 0 && (
        <span class="small muted" title={others.map(({ cause }) => causeOutcomes[cause].word).join(', ')}>
          {' '}
          +{others.length}
        </span>
      )}
    </div>
  );
}

function evidenceText({ lastEvidence, scope }: SuppressionState['causes'][number]): string {
  const { diagnostic, by, because, provider, messageId } = lastEvidence;
  const about = scope === '*' ? '' : `${scopeText(scope)}: `;
  if (because !== undefined || by !== undefined) return plain(`${about}${because ?? ''} (${shortName(by)})`);
  return plain(about + (diagnostic ?? `${providerTitle(provider ?? '')}, message ${messageId ?? 'unknown'}`));
}
