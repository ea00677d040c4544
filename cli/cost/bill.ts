import { prices } from './prices.ts';
import type { Usage } from './usage.ts';

export type BillLine = { readonly service: string; readonly amount: string; readonly perMillion: number };

const million = 1_000_000;
const gb = 1_000_000_000;
/** How long statuses and evidence are kept, in months of 30 days. */
const longLivedMonths = 400 / 30;

/** What a million fresh events cost, service by service. */
export function billOf(usage: Usage): BillLine[] {
  const counted = (service: string, amount: number, price: number): BillLine => ({
    service,
    amount: `${amount.toFixed(2)} an event`,
    perMillion: amount * price,
  });
  const gbSeconds = usage.receiverGbSeconds + usage.consumerGbSeconds;
  // A million a month, for as long as they are kept: the steady state.
  const storedGb = (usage.shortLivedBytes + usage.longLivedBytes * longLivedMonths) * (million / gb);
  return [
    counted('API Gateway', usage.apiRequests, prices.apiRequests),
    counted('Lambda, requests', usage.lambdaRequests, prices.lambdaRequests),
    {
      service: 'Lambda, time',
      amount: `${(gbSeconds * 1_000).toFixed(2)} GB-ms an event`,
      perMillion: gbSeconds * million * prices.lambdaGbSecond,
    },
    counted('SQS', usage.sqsRequests, prices.sqsRequests),
    counted('SNS', usage.snsPublications, prices.snsPublications),
    counted('DynamoDB, writes', usage.writeUnits, prices.writeUnits),
    counted('DynamoDB, reads', usage.readUnits, prices.readUnits),
    {
      service: 'CloudWatch Logs',
      amount: `${usage.logBytes.toFixed(0)} bytes an event`,
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
