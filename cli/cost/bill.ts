import { prices, type TableClass } from './prices.ts';
import type { Usage } from './usage.ts';

export type BillLine = { readonly service: string; readonly amount: string; readonly perMillion: number };

/** How long rows are kept, and the class of the messages table. */
export type Terms = {
  readonly eventDays: number;
  readonly statusDays: number;
  readonly tableClass: TableClass;
};

export const usualTerms = { eventDays: 30, statusDays: 400 };

const million = 1_000_000;
const gb = 1_000_000_000;
const daysPerMonth = 30;

/**
 * The cost of a million events, by service. In the steady state a million events come every month, and rows expire as fast as they
 * are added. In an earlier month, fewer rows are stored.
 */
export function billOf(usage: Usage, terms: Terms, month = Number.POSITIVE_INFINITY): BillLine[] {
  const counted = (service: string, amount: number, price: number): BillLine => ({
    service,
    amount: `${amount.toFixed(2)} per event`,
    perMillion: amount * price,
  });
  const gbSeconds = usage.receiverGbSeconds + usage.consumerGbSeconds;
  const { messages, others } = { messages: prices.tables[terms.tableClass], others: prices.tables.standard };
  const unitsOf = (all: number, other: number, kind: 'writeUnits' | 'readUnits') =>
    (all - other) * messages[kind] + other * others[kind];
  const stored = storedGb(usage, terms, month);
  return [
    counted('API Gateway', usage.apiRequests, prices.apiRequests),
    counted('Lambda, requests', usage.lambdaRequests, prices.lambdaRequests),
    {
      service: 'Lambda, time',
      amount: `${(gbSeconds * 1_000).toFixed(2)} GB-ms per event`,
      perMillion: gbSeconds * million * prices.lambdaGbSecond,
    },
    counted('SQS', usage.sqsRequests, prices.sqsRequests),
    counted('SNS', usage.snsPublications, prices.snsPublications),
    {
      ...counted('DynamoDB, writes', usage.writeUnits, 1),
      perMillion: unitsOf(usage.writeUnits, usage.otherWriteUnits, 'writeUnits'),
    },
    {
      ...counted('DynamoDB, reads', usage.readUnits, 1),
      perMillion: unitsOf(usage.readUnits, usage.otherReadUnits, 'readUnits'),
    },
    {
      service: 'CloudWatch Logs',
      amount: `${usage.logBytes.toFixed(0)} bytes per event`,
      perMillion: usage.logBytes * (million / gb) * prices.logGb,
    },
    {
      service: 'DynamoDB, storage',
      amount: `${(stored.messages + stored.index + stored.addresses).toFixed(2)} GB`,
      perMillion: (stored.messages + stored.index) * messages.storedGb + stored.addresses * others.storedGb,
    },
    {
      service: 'DynamoDB, backups',
      amount: `${(stored.messages + stored.addresses).toFixed(2)} GB, to any second`,
      perMillion: (stored.messages + stored.addresses) * prices.restorableGb,
    },
  ];
}

/** What is stored on average in a month, counted from the first, by part of the bill. */
function storedGb(usage: Usage, { eventDays, statusDays }: Terms, month: number) {
  const kept = (days: number) => Math.min(days / daysPerMonth, month - 0.5) * (million / gb);
  return {
    messages: usage.eventBytes * kept(eventDays) + usage.statusBytes * kept(statusDays),
    index: usage.indexBytes * kept(statusDays),
    // History is kept for good. Addresses repeat, and their rows are condensed, so it grows more slowly than this.
    addresses: usage.addressBytes * kept(statusDays),
  };
}

export function totalOf(lines: readonly BillLine[]): number {
  return lines.reduce((sum, { perMillion }) => sum + perMillion, 0);
}

type Choice = {
  /** The cheaper class in the steady state. */
  readonly tableClass: TableClass;
  /** The first month in which it is the cheaper one. */
  readonly fromMonth: number;
  readonly perMillion: Readonly<Record<TableClass, number>>;
};

/** Which class of the messages table is cheaper: one charges less for storage, the other for requests. */
export function cheaperTableClass(usage: Usage, terms: Omit<Terms, 'tableClass'>): Choice {
  const costs = (tableClass: TableClass, month?: number) =>
    totalOf(billOf(usage, { ...terms, tableClass }, month));
  const isRareCheaper = (month?: number) =>
    costs('standard-infrequent-access', month) < costs('standard', month);
  const perMillion = {
    standard: costs('standard'),
    'standard-infrequent-access': costs('standard-infrequent-access'),
  };
  if (!isRareCheaper()) return { tableClass: 'standard', fromMonth: 1, perMillion };
  let fromMonth = 1;
  while (!isRareCheaper(fromMonth)) fromMonth += 1;
  return { tableClass: 'standard-infrequent-access', fromMonth, perMillion };
}
