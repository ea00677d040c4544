import { prices } from './prices.ts';
import type { Usage } from './usage.ts';

export type BillLine = { readonly service: string; readonly amount: string; readonly perMillion: number };

const million = 1_000_000;
const gb = 1_000_000_000;
/** How long statuses and evidence are kept. A month has 30 days. */
const longLivedMonths = 400 / 30;

/** The cost of a million events, by service. */
export function billOf(usage: Usage): BillLine[] {
  const counted = (service: string, amount: number, price: number): BillLine => ({
    service,
    amount: `${amount.toFixed(2)} per event`,
    perMillion: amount * price,
  });
  const gbSeconds = usage.receiverGbSeconds + usage.consumerGbSeconds;
  // The steady state: a million events every month, for as long as they are kept.
  const storedGb = (usage.shortLivedBytes + usage.longLivedBytes * longLivedMonths) * (million / gb);
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
    counted('DynamoDB, writes', usage.writeUnits, prices.writeUnits),
    counted('DynamoDB, reads', usage.readUnits, prices.readUnits),
    {
      service: 'CloudWatch Logs',
      amount: `${usage.logBytes.toFixed(0)} bytes per event`,
      perMillion: usage.logBytes * (million / gb) * prices.logGb,
    },
    {
      service: 'DynamoDB, storage',
      amount: `${storedGb.toFixed(2)} GB, with backups`,
      perMillion: storedGb * (prices.storedGb + prices.restorableGb),
    },
  ];
}

export function totalOf(lines: readonly BillLine[]): number {
  return lines.reduce((sum, { perMillion }) => sum + perMillion, 0);
}
