import type { Analytics, Cell, CountedSends, Group, Lake, QueryOptions } from '../app/ports/analytics.ts';
import type { Day } from '../core/day.ts';
import { countNames, type SendCounts } from '../core/rates.ts';
import { metadataKeyOf } from '../core/send-dimension.ts';
import { countSendsSql } from './sql/count-sends.ts';

/** Answers questions about sends with SQL, on either engine. */
export function lakeAnalytics(lake: Lake, options: QueryOptions = {}): Analytics {
  return {
    async countSends(question) {
      const result = await lake.query(countSendsSql(question), options);
      // The text is ours, so a failure is not the caller's mistake.
      if (result.type === 'failed') throw new Error(`the lake could not be asked: ${result.reason}`);
      const isJson = metadataKeyOf(question.by?.dimension ?? '') !== undefined;
      const counted: CountedSends[] = [];
      for await (const row of result.rows) counted.push(countedSends(row, isJson));
      return counted;
    },
  };
}

function countedSends([day, kind, name, ...counts]: readonly Cell[], isJson: boolean): CountedSends {
  const entries = countNames.map((each, index) => [each, Number(counts[index])]);
  const group = groupOf(kind, isJson && typeof name === 'string' ? JSON.parse(`"${name}"`) : name);
  return { day: day as Day, ...(group && { group }), counts: Object.fromEntries(entries) as SendCounts };
}

function groupOf(kind: Cell | undefined, name: Cell | undefined): Group | undefined {
  if (kind === 'named') return { type: 'named', name: String(name) };
  return kind === 'other' || kind === 'not-told' ? { type: kind } : undefined;
}
