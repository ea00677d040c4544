import * as z from 'zod';
import { limits } from '../../app/given.ts';
import { countMeanings, countNames, formulaInWords, rateNames } from '../../core/rates.ts';
import { dimensionNames } from '../../core/send-dimension.ts';

const day = z.string().describe('A day in UTC').meta({ format: 'date' });
const basis = z
  .enum(['sending-day', 'event-day'])
  .describe(
    'sending-day: a send counts for the day it was sent. event-day: everything counts for the day on which it happened, and ' +
      'there are no rates',
  );
/** What is not a number is refused like a number that is out of range. */
const whole = (minimum: number, maximum: number, ofDefault: number) =>
  z
    .unknown()
    .optional()
    .meta({ type: 'integer', minimum, maximum, default: ofDefault })
    .transform((given) => (given === undefined ? undefined : Number(given)));

export const statsQuestion = z.object({
  from: day.optional().describe('The first day. Without it: the last days, as many as `days` says'),
  to: day.optional().describe('The last day, included. Without it: today'),
  days: whole(1, limits.statsDays, limits.defaultStatsDays).describe('How many days, instead of `from`'),
  by: z
    .string()
    .optional()
    .describe(
      `Also count by this: ${dimensionNames.join(', ')}, or metadata:NAME for a custom argument of the send`,
    ),
  compare: z
    .unknown()
    .optional()
    .describe('Also count the same number of days before')
    .meta({ type: 'boolean', default: false })
    .pipe(z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional()),
  basis: basis.optional().meta({ default: 'sending-day' }),
  maxAgeMinutes: whole(0, limits.statsAgeMinutes, limits.defaultStatsAgeMinutes).describe(
    'Accept an earlier answer to the same question up to this age. It costs nothing; 0 always counts anew',
  ),
});

const sendCounts = z
  .object(objectOf(countNames, (name) => z.int().describe(sentenceOf(countMeanings[name]))))
  .describe('Numbers of sends. A send is one message to one recipient');

const rate = z
  .object({
    numerator: z.int(),
    denominator: z.int(),
    share: z.number().nullable().describe('From 0 to 1; null when there is nothing to divide by'),
    low: z.number(),
    high: z.number(),
  })
  .describe(
    'A share with its counts, and the interval that contains the true share with a probability of 95 %',
  );

const rates = z.object(objectOf(rateNames, (name) => rate.describe(formulaInWords(name))));

const figures = z.object({
  counts: sendCounts,
  rates: rates
    .nullable()
    .describe(
      'Null by event day: a bounce and its send can be on different days, so dividing them means nothing',
    ),
});

const group = z
  .union([
    z.object({ type: z.literal('named'), name: z.string() }),
    z.object({ type: z.literal('other') }),
    z.object({ type: z.literal('not-told') }),
  ])
  .describe(
    'What the sends have in common. other: all values after the most frequent ones. not-told: the provider does not tell it',
  );

const row = z.object({
  group,
  figures,
  series: z.array(sendCounts).describe('One for each day of the period'),
  before: figures.optional().describe('The period before; only with `compare`'),
});

export const stats = z.object({
  from: day,
  to: day,
  basis,
  total: figures,
  before: figures
    .extend({ from: day, to: day })
    .optional()
    .describe('The period before; only with `compare`'),
  series: z.array(figures.extend({ day })).describe('One for each day of the period'),
  by: z
    .object({
      dimension: z.string(),
      rowsOverlap: z
        .boolean()
        .describe(
          'Whether a send can be in several rows, as one with several tags; then the rows add up to more than the total',
        ),
      rows: z
        .array(row)
        .describe(
          `The ${limits.statsGroups} most frequent values first, then all others together, then the sends for which it is not told`,
        ),
    })
    .optional()
    .describe('Only with `by`'),
});

/** The schemas that have a name in the OpenAPI document and in the client. */
export const statsNamed = {
  Stats: stats,
  StatsRow: row,
  StatsGroup: group,
  Figures: figures,
  Rates: rates,
  Rate: rate,
  SendCounts: sendCounts,
} satisfies Readonly<Record<string, z.ZodType>>;

function objectOf<Name extends string, Shape>(
  names: readonly Name[],
  shapeOf: (name: Name) => Shape,
): Record<Name, Shape> {
  return Object.fromEntries(names.map((name) => [name, shapeOf(name)])) as Record<Name, Shape>;
}

function sentenceOf(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
