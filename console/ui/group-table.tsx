import type { RateName, Stats, StatsGroup, StatsRow } from '../types.ts';
import { changeOf, rateWords, shareText } from '../words/rates.ts';
import { count, plain } from '../words/text.ts';

const shownRates: readonly RateName[] = ['delivery', 'bounce', 'complaint', 'open', 'click'];

/** One row for each value of a dimension, with its rates and the course of its sends. */
export function GroupTable({ rows }: { readonly rows: NonNullable<Stats['by']>['rows'] }) {
  return (
    <div class="wide-table">
      <table class="table groups">
        <thead>
          <tr>
            <th>Name</th>
            <th class="wide spark">By day</th>
            <th class="number">Sent</th>
            {shownRates.map((name) => (
              <th key={name} class="number" title={rateWords[name].formula}>
                {rateWords[name].title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify(row.group)}>
              <td class="cut strong" title={groupName(row.group)}>
                {groupName(row.group)}
              </td>
              <td class="wide spark">
                <Spark values={row.series.map(({ sent }) => sent)} />
              </td>
              <td class="number">{count(row.figures.counts.sent)}</td>
              {shownRates.map((name) => (
                <RateCell key={name} name={name} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RateCell({ name, row }: { readonly name: RateName; readonly row: StatsRow }) {
  const rate = row.figures.rates?.[name];
  if (!rate) return <td class="number">–</td>;
  const before = row.before?.rates?.[name];
  const change = before && changeOf(name, rate, before);
  const isAlarming = (rate.share ?? 0) >= (rateWords[name].alarm ?? 2);
  const tone = isAlarming ? 'bad' : (change?.tone ?? 'calm');
  return (
    <td class="number" title={`${count(rate.numerator)} of ${count(rate.denominator)}`}>
      <span class={isAlarming ? 'toned bad strong' : ''}>
        {isAlarming && '! '}
        {shareText(rate)}
      </span>
      {change && change.tone !== 'calm' && (
        <span class={`small block toned ${tone}`}>{change.words.replace(' pts', '')}</span>
      )}
    </td>
  );
}

function Spark({ values }: { readonly values: readonly number[] }) {
  const highest = Math.max(1, ...values);
  const points = values.map((value, index) => `${index},${20 - (19 * value) / highest}`).join(' ');
  return (
    <svg
      class="spark-line"
      viewBox={`0 0 ${Math.max(1, values.length - 1)} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points} />
    </svg>
  );
}

export function groupName(group: StatsGroup): string {
  if (group.type === 'named') return plain(group.name);
  return group.type === 'other' ? 'All others' : 'Not told by the provider';
}
