import { query, refine } from '../state/router.ts';
import { saveFile } from '../state/save-file.ts';
import { askMe, me, meTrouble } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';
import type { RateName, Stats } from '../types.ts';
import { DayChart, dayText } from '../ui/day-chart.tsx';
import { GroupTable, groupName } from '../ui/group-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { NoStats } from '../ui/no-stats.tsx';
import { RateTile, TileSkeletons } from '../ui/rate-tile.tsx';
import { Empty, SkeletonCard, TroubleCard } from '../ui/states.tsx';
import { csvLine, words } from '../words/csv.ts';
import { barParts } from '../words/rates.ts';
import { daysIn, statsPath } from '../words/stats-path.ts';
import { count } from '../words/text.ts';

const periods = ['7', '14', '30', '90'];
const dimensions = [
  ['template', 'Template'],
  ['recipient-domain', 'Recipient domain'],
  ['mailbox', 'Mailbox'],
  ['tag', 'Tag'],
  ['domain', 'Sending domain'],
  ['stream', 'Stream'],
  ['provider', 'Provider'],
] as const;
const tiles: readonly RateName[] = ['delivery', 'bounce', 'softBounce', 'complaint', 'open', 'click'];

export default function Deliverability() {
  const days = daysIn(query.value.get('days'));
  const asked = query.value.get('by');
  const by = dimensions.find(([name]) => name === asked)?.[0] ?? 'template';
  const compares = query.value.has('compare');
  const hasStats = me.value?.features.includes('lake');
  const { value, trouble, again } = useAnswer<Stats>(
    hasStats ? statsPath(days, { by, compare: compares }) : undefined,
  );
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Deliverability</h1>
          <p class="lead">
            {value
              ? `${dayText(value.from)} to ${dayText(value.to)}, days in UTC`
              : 'What became of the mail'}
          </p>
        </div>
        <div class="actions">
          <fieldset class="segments" aria-label="Days">
            {periods.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={String(days) === each}
                onClick={() => refine({ days: each })}
              >
                {each} days
              </button>
            ))}
          </fieldset>
          <button
            type="button"
            class="button"
            aria-pressed={compares}
            onClick={() => refine({ compare: compares ? undefined : '1' })}
          >
            <Icon name={compares ? 'check' : 'chart'} />
            Compare
          </button>
        </div>
      </div>
      {hasStats === false ? (
        <NoStats />
      ) : meTrouble.value ? (
        <TroubleCard trouble={meTrouble.value} again={askMe} />
      ) : trouble ? (
        <TroubleCard trouble={trouble} again={again} />
      ) : value ? (
        <Report stats={value} by={by} />
      ) : (
        <>
          <TileSkeletons tiles={tiles.length} class="tiles-six" />
          <SkeletonCard height={330} lines={6} />
        </>
      )}
    </>
  );
}

function Report({ stats, by }: { readonly stats: Stats; readonly by: string }) {
  const { total, before, series } = stats;
  if (total.counts.attempted === 0)
    return (
      <div class="card">
        <Empty icon="chart" title="Nothing was sent in these days">
          <p>Choose more days, or come back when the first events have arrived.</p>
        </Empty>
      </div>
    );
  return (
    <>
      <div class="tiles tiles-six">
        {tiles.map(
          (name) =>
            total.rates && (
              <RateTile key={name} name={name} rate={total.rates[name]} before={before?.rates?.[name]} />
            ),
        )}
      </div>
      <section class="card" aria-label="By day">
        <div class="card-head">
          <h2>By day</h2>
          <p class="small muted">
            {count(total.counts.attempted)} sends. A late bounce counts for the day of its send.
          </p>
        </div>
        <div class="card-body">
          <DayChart days={series} />
          <DayTable days={series} />
        </div>
      </section>
      <section class="card" aria-label="By group">
        <div class="card-head">
          <div class="actions">
            <h2>By</h2>
            <select
              class="input"
              aria-label="Group by"
              value={by}
              onChange={(event) => refine({ by: event.currentTarget.value })}
            >
              {dimensions.map(([name, words]) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </select>
          </div>
          <button
            type="button"
            class="button button-small"
            onClick={() => saveFile(`by-${by}.csv`, csvOf(stats))}
          >
            <Icon name="download" />
            Export
          </button>
        </div>
        {stats.by && stats.by.rows.length > 0 ? (
          <GroupTable rows={stats.by.rows} />
        ) : (
          <Empty icon="chart" title="No groups" />
        )}
        {stats.by?.rowsOverlap && (
          <p class="table-foot">
            A mail with several tags is in several rows, so they add up to more than the total.
          </p>
        )}
      </section>
    </>
  );
}

function DayTable({ days }: { readonly days: Stats['series'] }) {
  return (
    <details class="as-table">
      <summary>As a table</summary>
      <table class="table">
        <thead>
          <tr>
            <th>Day</th>
            {barParts.map(({ word }) => (
              <th key={word} class="number">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, counts }) => (
            <tr key={day}>
              <td>{day}</td>
              {barParts.map(({ count: name }) => (
                <td key={name} class="number">
                  {count(counts[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The counts, from which every rate can be computed again. */
function csvOf({ by }: Stats): string[] {
  const rows = by?.rows ?? [];
  const names = Object.keys(rows[0]?.figures.counts ?? {});
  return [
    csvLine([by?.dimension ?? '', ...names]),
    ...rows.map(({ group, figures }) =>
      csvLine([words(groupName(group)), ...names.map((name) => String(figures.counts[name as 'sent']))]),
    ),
  ];
}
