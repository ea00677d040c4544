import { useState } from 'preact/hooks';
import type { Stats } from '../types.ts';
import { barParts, barTotal } from '../words/rates.ts';
import { count } from '../words/text.ts';

type Days = Stats['series'];

/** The drawing is stretched to the width of the page, so it has no text in it. */
const height = 100;

/** Stacked bars, one a day. The figures of a day are shown while it is pointed at; the table has them all. */
export function DayChart({ days }: { readonly days: Days }) {
  const [pointed, setPointed] = useState<number>();
  const highest = niceCeiling(Math.max(1, ...days.map(({ counts }) => barTotal(counts))));
  const day = pointed === undefined ? undefined : days[pointed];
  return (
    <figure class="chart">
      <figcaption class="legend">
        <span class="strong">{day ? dayText(day.day) : 'All days'}</span>
        {barParts.map(({ count: name, word, tone }) => (
          <span key={name} class={`legend-part ${tone}`}>
            <span class="swatch" />
            {word}{' '}
            <span class="muted">
              {count(day ? day.counts[name] : days.reduce((sum, { counts }) => sum + counts[name], 0))}
            </span>
          </span>
        ))}
      </figcaption>
      <div class="plot">
        <div class="axis" aria-hidden="true">
          <span>{count(highest)}</span>
          <span>{count(highest / 2)}</span>
          <span>0</span>
        </div>
        <svg
          class="bars"
          viewBox={`0 0 ${days.length} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label="Sends by day and outcome; the table below has the same figures"
          onPointerLeave={() => setPointed(undefined)}
          onPointerMove={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect();
            const index = Math.floor(((event.clientX - left) / width) * days.length);
            setPointed(Math.min(days.length - 1, Math.max(0, index)));
          }}
        >
          {[0, 0.5].map((share) => (
            <line key={share} class="grid" x1="0" x2={days.length} y1={share * height} y2={share * height} />
          ))}
          {days.map((each, index) => (
            <g key={each.day} class={pointed === undefined || pointed === index ? '' : 'faded'}>
              {stacked(each.counts, highest).map(({ tone, from, to }) => (
                <rect
                  key={tone}
                  class={`bar ${tone}`}
                  x={index + 0.14}
                  width={0.72}
                  y={height - to}
                  height={to - from}
                />
              ))}
            </g>
          ))}
        </svg>
        <div class="days" aria-hidden="true">
          <span>{dayText(days[0]?.day)}</span>
          <span>{dayText(days[Math.floor(days.length / 2)]?.day)}</span>
          <span>{dayText(days.at(-1)?.day)}</span>
        </div>
      </div>
    </figure>
  );
}

function stacked(counts: Days[number]['counts'], highest: number) {
  let from = 0;
  return barParts.flatMap(({ count: name, tone }) => {
    const size = (height * counts[name]) / highest;
    const part = { tone, from, to: from + size };
    from += size;
    return size > 0 ? [part] : [];
  });
}

/** 1, 2 or 5 times a power of ten, so that the lines stand at round numbers. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Days are days in UTC, whatever zone the times are shown in. */
export function dayText(day: string | undefined): string {
  return day === undefined ? '' : dayFormat.format(new Date(`${day}T00:00:00Z`));
}
