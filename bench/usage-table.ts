import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cheaperTableClass, usualTerms } from '../cli/cost/bill.ts';
import { type ProviderUsage, type Usage, usageOfMix } from '../cli/cost/usage.ts';
import { usualMix } from './load/habits.ts';
import type { Report } from './report.ts';
import { measureUsage } from './usage.ts';

const file = fileURLToPath(new URL('../cli/cost/measured-usage.ts', import.meta.url));

/** Measures the usage of each provider alone, and compares their sum with a mix measured as a whole. */
export async function usage(): Promise<Report> {
  const table: Record<string, ProviderUsage> = {};
  for (const provider of Object.keys(usualMix)) table[provider] = await measure(provider);
  const [whole, powertools] = [await measureUsage(usualMix, 0), await measureUsage(usualMix, 0, 'b')];
  const costs = {
    summed: costOf(usageOfMix(table, usualMix, 0)),
    whole: costOf(whole.usage),
    powertools: costOf(powertools.usage),
  };
  const deviation = costs.summed / costs.whole - 1;
  if (process.argv.includes('--write')) write(table);
  return {
    title: 'What an event uses',
    about:
      'What AWS bills per event, by provider; `mailfold cost` adds it up for a mix. Duplicates do not count as events.',
    tables: [
      {
        head: ['', 'events per message', 'write units', 'log bytes', 'per million events'],
        rows: Object.entries(table).map(([provider, { eventsPerMessage, once }]) => [
          provider,
          eventsPerMessage.toFixed(2),
          once.writeUnits.toFixed(2),
          once.logBytes.toFixed(0),
          `$${costOf(once).toFixed(2)}`,
        ]),
      },
      {
        caption: 'A million events of the usual mix',
        head: ['Mailfold', 'the same receiver, with (b) Powertools around the same rows'],
        rows: [[`$${costs.whole.toFixed(2)}`, `$${costs.powertools.toFixed(2)}`]],
      },
    ],
    goals: [
      {
        goal: 'The sum of the parts is within 5 % of the usual mix, measured as a whole',
        found: `${(100 * deviation).toFixed(1)} %`,
        isMet: Math.abs(deviation) <= 0.05,
      },
    ],
  };
}

/** Formatted, so that what is measured can be committed as it is. */
function write(table: Readonly<Record<string, ProviderUsage>>): void {
  writeFileSync(file, textOf(table));
  execFileSync('npx', ['biome', 'check', '--write', file]);
}

/** In the steady state, with the cheaper class of the messages table. */
function costOf(usage: Usage): number {
  const { tableClass, perMillion } = cheaperTableClass(usage, usualTerms);
  return perMillion[tableClass];
}

async function measure(provider: string): Promise<ProviderUsage> {
  const once = await measureUsage({ [provider]: 1 }, 0);
  const twice = await measureUsage({ [provider]: 1 }, 1);
  return {
    eventsPerMessage: once.eventsPerMessage,
    once: once.usage,
    repeated: difference(twice.usage, once.usage),
  };
}

function difference(more: Usage, less: Usage): Usage {
  const entries = Object.entries(more).map(([name, amount]) => [
    name,
    // Noise can make a repeat look cheaper than nothing.
    Math.max(0, amount - less[name as keyof Usage]),
  ]);
  return Object.fromEntries(entries);
}

function textOf(table: Readonly<Record<string, ProviderUsage>>): string {
  const rounded = JSON.stringify(
    table,
    (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value),
    2,
  );
  return [
    "import type { Mix, ProviderUsage } from './usage.ts';",
    '',
    '// Written by `npm run bench -- usage --write`.',
    '',
    `export const measuredOn = '${new Date().toISOString().slice(0, 10)}';`,
    '',
    '/** A sender who uses several providers, with their shares of the messages. */',
    `export const usualMix: Mix = ${JSON.stringify(usualMix)};`,
    '',
    `export const measuredUsage: Readonly<Record<string, ProviderUsage>> = ${rounded};`,
    '',
  ].join('\n');
}
