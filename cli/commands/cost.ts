import { parseArgs } from 'node:util';
import { print, printJson, table } from '../cli/ui/terminal.ts';
import { providerNames } from '../providers/verifiers.ts';
import { type Mix, usualMix } from './load/traffic.ts';
import { prices, pricesOf } from './prices.ts';
import { type Usage, usageOf } from './usage.ts';

const terminal = { out: process.stdout, error: process.stderr };
const million = 1_000_000;
const gb = 1_000_000_000;

type Line = { readonly service: string; readonly amount: string; readonly perMillion: number };

/** What a million fresh events cost, service by service. */
function bill(usage: Usage): Line[] {
  const count = (value: number) => `${value.toFixed(2)} an event`;
  const lambda = usage.receiverGbSeconds + usage.consumerGbSeconds;
  // A million a month, for as long as they are kept: the steady state.
  const stored = (usage.shortLivedBytes * 1 + usage.longLivedBytes * (400 / 30)) * (million / gb);
  const logged = usage.logBytes * (million / gb);
  return [
    {
      service: 'API Gateway',
      amount: count(usage.apiRequests),
      perMillion: usage.apiRequests * prices.apiRequests,
    },
    {
      service: 'Lambda, requests',
      amount: count(usage.lambdaRequests),
      perMillion: usage.lambdaRequests * prices.lambdaRequests,
    },
    {
      service: 'Lambda, time',
      amount: `${(lambda * 1_000).toFixed(2)} GB-ms an event`,
      perMillion: lambda * million * prices.lambdaGbSecond,
    },
    { service: 'SQS', amount: count(usage.sqsRequests), perMillion: usage.sqsRequests * prices.sqsRequests },
    {
      service: 'SNS, for SES',
      amount: count(usage.snsPublications),
      perMillion: usage.snsPublications * prices.snsPublications,
    },
    {
      service: 'DynamoDB, writes',
      amount: count(usage.writeUnits),
      perMillion: usage.writeUnits * prices.writeUnits,
    },
    {
      service: 'DynamoDB, reads',
      amount: count(usage.readUnits),
      perMillion: usage.readUnits * prices.readUnits,
    },
    {
      service: 'CloudWatch Logs',
      amount: `${usage.logBytes.toFixed(0)} bytes an event`,
      perMillion: logged * prices.logGb,
    },
    {
      service: 'DynamoDB, storage',
      amount: `${stored.toFixed(2)} GB, with what can be restored`,
      perMillion: stored * (prices.storedGb + prices.restorableGb),
    },
  ];
}

const help = `Usage: npm run cost [-- --events 10M --mix sendgrid=40,ses=60 --duplicates 0.1 --json]

Sends a mix of providers through receiver and consumer on this machine, counts what AWS would bill,
and multiplies by list prices. Alarms, metrics and secrets, which do not grow with events, are not in it.

  --events      fresh events a month, as 500k, 10M, 1.5M; 1M when left out
  --mix         providers and their parts, in messages; ${Object.entries(usualMix)
    .map(([name, share]) => `${name}=${share * 100}`)
    .join(',')} when left out
  --duplicates  share of requests that the provider sends once more; 0 when left out
  --json        the same for programs`;

function eventsFrom(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([kM]?)$/.exec(text) ?? [];
  if (!digits) throw new Error(`--events: expected a number such as 500k or 10M, found ${text}`);
  return Number(digits) * (unit === 'M' ? million : unit === 'k' ? 1_000 : 1);
}

function mixFrom(text: string): Mix {
  const parts = text.split(',').map((part) => part.split('='));
  return Object.fromEntries(
    parts.map(([name = '', share = '1']) => {
      if (!providerNames.includes(name))
        throw new Error(`--mix: expected one of ${providerNames.join(', ')}, found ${name}`);
      if (!(Number(share) > 0))
        throw new Error(`--mix: expected a number above 0 for ${name}, found ${share}`);
      return [name, Number(share)];
    }),
  );
}

async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      events: { type: 'string', default: '1M' },
      mix: { type: 'string' },
      duplicates: { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(terminal, help);
  const events = eventsFrom(values.events);
  const duplicates = Number(values.duplicates);
  if (!(duplicates >= 0 && duplicates <= 1))
    throw new Error(`--duplicates: expected a share from 0 to 1, found ${values.duplicates}`);
  const mix = values.mix ? mixFrom(values.mix) : usualMix;
  const usage = await usageOf(mix, duplicates);
  const [ours, theirs] = [bill(usage.mailfold), bill(usage.powertools)];
  const total = (lines: readonly Line[]) => lines.reduce((sum, { perMillion }) => sum + perMillion, 0);
  const months = events / million;
  if (values.json)
    return printJson(terminal, {
      pricesOf,
      events,
      mix,
      duplicates,
      mailfold: { lines: ours, perMillion: total(ours), perMonth: total(ours) * months },
      powertools: { lines: theirs, perMillion: total(theirs), perMonth: total(theirs) * months },
    });
  const dollars = (value: number) => `$${value.toFixed(value < 100 ? 2 : 0)}`;
  const rows = ours.map(({ service, amount, perMillion }, index) => [
    service,
    dollars(perMillion),
    dollars(perMillion * months),
    dollars(theirs[index]?.perMillion ?? 0),
    amount,
  ]);
  print(
    terminal,
    `${values.events} fresh events a month, list prices of us-east-1 (${pricesOf}), no free tier`,
    '',
    ...table([
      ['', 'a million events', 'a month', 'a million with (b)', 'measured, Mailfold'],
      ...rows,
      ['together', dollars(total(ours)), dollars(total(ours) * months), dollars(total(theirs)), ''],
    ]),
    '',
    '(b) is the same intake, and Powertools batch and idempotency around the same rows in the consumer.',
    'Storage is the steady state: events for 30 days, statuses for 400.',
  );
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  terminal.error.write(`${error instanceof Error ? error.message : String(error)}\n`);
  // Whatever was started ends with us.
  process.exit(2);
}
