import * as z from 'zod';
import { limits } from '../../app/given.ts';
import { allScopes, causes } from '../../core/suppression.ts';

// The use cases decide what a request may contain. Here are only its types, and what the OpenAPI document says of the limits.
export const address = z
  .string()
  .describe(
    'An e-mail address. Letter case, a display name, angle brackets, mailto: and a trailing dot do not matter. A string that names no mailbox, or several, is refused',
  );
export const limit = z
  .unknown()
  .optional()
  .describe('Number of entries on a page')
  .meta({ type: 'integer', minimum: 1, maximum: limits.pageSize, default: limits.defaultPageSize })
  // What is not a number is refused like a number that is out of range.
  .transform((given) => (given === undefined ? undefined : Number(given)));
const givenCursor = z.string().optional().describe('The cursor of the previous page');
const stream = textOf(limits.scopeCharacters)
  .optional()
  .describe('Ask for mail of this stream, group or list instead of mail in general');
export const because = textOf(limits.reasonCharacters).describe('The reason, kept in the history');
export const givenScope = textOf(limits.scopeCharacters)
  .optional()
  .describe('`*` for all mail, or the name of one stream, group or list')
  .meta({ default: allScopes });

/** Spaces around it are not part of it. */
export function textOf(maxLength: number) {
  return z.string().meta({ minLength: 1, maxLength });
}

export const inputs = {
  address: z.object({ address }),
  message: z.object({
    messageId: textOf(limits.messageIdBytes).describe("The id that the provider's send API returned"),
  }),
  history: z.object({ stream, limit, cursor: givenCursor }),
  page: z.object({ limit, cursor: givenCursor }),
  recipients: z.object({
    to: address.optional().describe('Only this recipient'),
    limit,
    cursor: givenCursor,
  }),
  list: z.object({
    reason: z
      .string()
      .optional()
      .describe('Only addresses with an active cause of this kind')
      .meta({ enum: causes }),
    since: z
      .string()
      .optional()
      .describe('Only addresses with active evidence from this time on: ISO 8601, in UTC without an offset')
      .meta({ format: 'date-time' }),
    domain: z
      .string()
      .optional()
      .describe('Only addresses of this domain, such as example.com; subdomains do not count'),
    limit,
    cursor: givenCursor,
  }),
  check: z.object({
    addresses: z.array(address).meta({ minItems: 1, maxItems: limits.addresses }),
    stream,
  }),
  suppress: z.object({ because, scope: givenScope }),
  release: z.object({
    because,
    scope: givenScope,
    acknowledgeComplaint: z
      .boolean()
      .optional()
      .describe('Must be true to release a spam complaint')
      .meta({ default: false }),
  }),
  nothing: z.object({}),
};
