import { addDays, type Day } from '../../core/day.ts';
import { lookBackDays } from './count-sends.ts';
import { sendsSql, type View, views } from './views.ts';

export type Period = { readonly from: Day; readonly to: Day };

/**
 * A question about some days, with views that read only the days around them. On which day a send was is known when all its events are
 * read, so the view `sends` reads every day there can be, and Athena asks S3 for a list of each.
 */
export function aroundDays(sql: string, { from, to }: Period): string {
  const used = viewsOfSends(sql);
  if (used.length === 0) return sql;
  const read = `where day between '${addDays(from, -lookBackDays)}' and '${addDays(to, lookBackDays)}'`;
  const named = [{ name: 'sends', sql: sendsSql(read) }, ...used.filter(({ name }) => name !== 'sends')];
  return `with ${named.map((view) => `${view.name} as (\n${view.sql}\n)`).join(',\n')}\n${sql}`;
}

/** `events` is not one of them: its days are those of its rows, so a condition on them reaches the files. */
function viewsOfSends(sql: string): View[] {
  const read = new Set([...sql.matchAll(/\b(?:from|join)\s+(\w+)/g)].map(([, name]) => name));
  return views.filter(({ name }) => name !== 'events' && read.has(name));
}
