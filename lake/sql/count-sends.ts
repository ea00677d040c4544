import type { CountQuestion } from '../../app/ports/analytics.ts';
import { addDays, type Day } from '../../core/day.ts';
import { countNames } from '../../core/rates.ts';
import { metadataKeyOf, type SendDimension } from '../../core/send-dimension.ts';
import {
  countConditions,
  dayIn,
  dimensionColumns,
  eventDayConditions,
  happenedBits,
  hasBit,
  indented,
  type SendColumn,
  sentAt,
} from './send-fold.ts';
import { columnOf } from './views.ts';

/**
 * Days that are read before and after those that are asked about. Without the days before, a send would begin with its first event
 * within the window, and a late complaint would count as a send of its day. Without those after, late bounces would be missing.
 */
export const lookBackDays = 30;

/** Its columns are `day`, `kind` and `name` of the group, and the counts. */
export function countSendsSql(question: CountQuestion): string {
  const { basis, by } = question;
  const days = daysBy[basis];
  const { column, value, from } = by ? groupings(by.dimension) : wholeLake;
  const counted = [
    'day',
    `${value} as value`,
    ...countNames.map((name) => `count_if(${days.conditions[name]}) as ${columnOf(name)}`),
  ];
  const asked = `where day between ${days.literal(question.from)} and ${days.literal(question.to)}`;
  const tables = {
    sends: sendsOf(question, column),
    counted: `select\n${indented(counted)}\nfrom ${from}\n${asked}\ngroup by 1, 2`,
    ...(by && rankingBy(days.literal(by.rankedFrom))),
  };
  const named = Object.entries(tables).map(([name, sql]) => `${name} as (\n${sql}\n)`);
  return `with ${named.join(',\n')}\n${by ? topOf(by.most, days.text) : everything(days.text)}`;
}

/** The day of a send: a time until the end, because making a string of each would take longer than all the rest. */
const daysBy = {
  'sending-day': {
    literal: (day: Day) => `timestamp ${quoted(`${day} 00:00:00`)}`,
    text: dayIn('day'),
    conditions: countConditions(hasBit),
  },
  'event-day': { literal: quoted, text: 'day', conditions: eventDayConditions(hasBit) },
} as const;

function sendsOf({ from, to, basis }: CountQuestion, column: SendColumn | undefined): string {
  const isBySending = basis === 'sending-day';
  const folded = [
    'unit',
    `${isBySending ? `date_trunc('day', ${sentAt})` : 'day'} as day`,
    `${sentAt} as sent_at`,
    happenedBits,
    ...dimensionColumns(column ? [column] : []),
  ];
  const around = isBySending ? lookBackDays : 0;
  const read = `where day between ${quoted(addDays(from, -around))} and ${quoted(addDays(to, around))}`;
  return `select\n${indented(folded)}\nfrom told\n${read}\ngroup by unit${isBySending ? '' : ', day'}`;
}

/** How sends are grouped: the column that they need, the value that they have in common, and where it comes from. */
type Grouping = { readonly column?: SendColumn; readonly value: string; readonly from: string };

const wholeLake: Grouping = { value: "cast('' as varchar)", from: 'sends' };

const columns = {
  domain: 'sending_domain',
  provider: 'provider',
  stream: 'stream',
  template: 'template',
  'template-version': 'template_version',
  mailbox: 'mailbox',
  'recipient-domain': 'recipient_domain',
  'ip-pool': 'ip_pool',
} as const satisfies Readonly<Record<string, SendColumn>>;

function groupings(dimension: SendDimension): Grouping {
  const key = metadataKeyOf(dimension);
  if (key !== undefined) return { column: 'metadata', value: valueInMetadata(key), from: 'sends' };
  if (dimension === 'hour') return { value: 'substr(cast(sent_at as varchar), 12, 2)', from: 'sends' };
  if (dimension === 'tag')
    return {
      column: 'tags',
      value: 'tag',
      // A send without tags has one row too.
      from: 'sends cross join unnest(coalesce(tags, array[cast(null as varchar)])) as each(tag)',
    };
  const column = columns[dimension as keyof typeof columns];
  return { column, value: column, from: 'sends' };
}

/** The column is JSON, and the engines have different functions for it, but the same for regular expressions. */
function valueInMetadata(key: string): string {
  const name = JSON.stringify(key).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // Without a match one engine answers null and the other an empty string.
  return `nullif(regexp_extract(metadata, ${quoted(`${name}:"((?:[^"\\\\]|\\\\.)*)"`)}, 1), '')`;
}

const sums = countNames.map((name) => `cast(sum(${columnOf(name)}) as bigint) as ${columnOf(name)}`);

function everything(day: string): string {
  const columns = [
    `${day} as day`,
    "'all' as kind",
    'cast(null as varchar) as name',
    ...countNames.map(columnOf),
  ];
  return `select\n${indented(columns)}\nfrom counted\norder by 1`;
}

/** How frequent each value is, and its place among all. Sends without a value come last. */
function rankingBy(rankedFrom: string) {
  const weight = `sum(case when day >= ${rankedFrom} then attempted else 0 end) over (partition by value)`;
  const order = 'case when value is null then 1 else 0 end, weight desc, value';
  return {
    weighed: `select counted.*, ${weight} as weight\nfrom counted`,
    placed: `select weighed.*, dense_rank() over (order by ${order}) as place\nfrom weighed`,
  };
}

/** The most frequent values, all others together, and sends without a value. */
function topOf(most: number, day: string): string {
  const kind = `case when value is null then 'not-told' when place <= ${most} then 'named' else 'other' end as kind`;
  const name = `case when place <= ${most} then value end as name`;
  return `select\n${indented([`${day} as day`, kind, name, ...sums])}\nfrom placed\ngroup by 1, 2, 3\norder by 1, 2, 3`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
