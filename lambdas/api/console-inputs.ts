import * as z from 'zod';
import { limits } from '../../app/given.ts';
import { columns } from '../../app/suppression-line.ts';
import { address, because, givenScope, inputs, limit, textOf } from './inputs.ts';

// As in inputs.ts: the use cases decide what a request may contain.

const addresses = z.array(address).meta({ minItems: 1, maxItems: limits.addresses });
const { reason: cause, since, domain } = inputs.list.shape;

const queue = z
  .string()
  .optional()
  .describe('events: what could not be processed. topic: what could not be delivered to the events queue')
  .meta({ enum: ['events', 'topic'], default: 'events' });
const letterFilter = {
  queue,
  provider: z.string().optional().describe('Only dead letters of this provider'),
  reason: z.string().optional().describe('Only dead letters whose reason contains this'),
};

const line = z.object(
  Object.fromEntries(columns.map((name) => [name, z.string().optional()])) as Record<
    (typeof columns)[number],
    z.ZodOptional<z.ZodString>
  >,
);

export const consoleInputs = {
  event: z.object({
    id: textOf(limits.eventIdCharacters).describe('The id of the event in the timeline'),
    provider: z.string().describe('Its provider: ids are unique for one provider only'),
    occurredAt: z.string().describe('Its time').meta({ format: 'date-time' }),
  }),
  counts: z.object({ since, domain, reason: cause }),
  preview: z.object({ addresses, scope: givenScope }),
  suppressMany: z.object({ addresses, ...inputs.suppress.shape }),
  releaseMany: z.object({ addresses, ...inputs.release.shape }),
  lines: z.object({
    lines: z
      .array(line)
      .describe('With the columns of `mailfold suppressions export`; only `address` is required')
      .meta({ minItems: 1, maxItems: limits.importedLines }),
    because,
  }),
  letters: z.object(letterFilter),
  letterBodies: z.object({ ...letterFilter, limit }),
  redrive: z.object({
    ...letterFilter,
    all: z
      .boolean()
      .optional()
      .describe('Must be true to send all of them: a forgotten filter must not send everything')
      .meta({ default: false }),
    dryRun: z.boolean().optional().describe('Only say how many would be sent').meta({ default: false }),
  }),
  live: z.object({ cursor: z.string().optional().describe('The cursor of the previous answer') }),
};
