import * as z from 'zod';
import { eventTypes } from '../../core/email-event.ts';
import { causes } from '../../core/suppression.ts';

// One description of what goes in and out: it checks requests, types the code, and becomes the OpenAPI document.

const moment = z.iso.datetime().describe('ISO 8601, UTC, milliseconds');
const eventType = z.enum(eventTypes);
const cause = z.enum(causes);
const scope = z.string().describe('* for all mail, or one stream, group or list');

const activeCause = z.object({
  cause,
  scope,
  since: moment,
  evidence: z.int().describe('How many pieces it rests on'),
});

const entry = z.object({
  type: z.enum(['evidence', 'release']),
  cause: cause.optional(),
  scope,
  occurredAt: moment,
  id: z.string(),
  provider: z.string().optional(),
  messageId: z.string().optional(),
  diagnostic: z.string().optional(),
  by: z.string().optional(),
  because: z.string().optional(),
  recordedAt: moment,
});

export const suppressionAnswer = z.object({
  address: z.string(),
  suppressed: z.boolean(),
  cause: activeCause.nullable().describe('The worst one in force'),
  causes: z
    .array(activeCause)
    .describe('All that are in force, worst first; those of a scope speak for it only'),
});

export const suppressionDetails = suppressionAnswer.extend({ history: z.array(entry) });

const timelineEvent = z.object({
  id: z.string(),
  type: eventType,
  provider: z.string(),
  occurredAt: moment,
  receivedAt: moment,
  meaning: z.string().describe('In plain words'),
  smtpReply: z.string().optional(),
  bounceClass: z.string().optional(),
  machine: z.object({ likely: z.boolean(), rule: z.string() }).optional(),
});

export const messageAnswer = z.object({
  messageId: z.string(),
  summary: z.record(z.string(), z.int()).describe('Recipients by status'),
  recipients: z.array(
    z.object({
      recipient: z.string(),
      status: eventType.nullable(),
      final: z.boolean(),
      since: moment.nullable(),
      suppressed: z.boolean(),
      suppressionCause: cause.nullable().describe('The worst one in force for all mail'),
      timeline: z.array(timelineEvent),
    }),
  ),
  otherEvents: z.array(timelineEvent).describe('Events whose provider does not say whom they concern'),
});

export const recipientMessages = z.object({
  recipient: z.string(),
  messages: z.array(
    z.object({
      messageId: z.string(),
      status: eventType,
      since: moment,
      provider: z.string(),
      firstSeenAt: moment,
    }),
  ),
  cursor: z.string().optional().describe('Where to go on; absent at the end'),
});

export const suppressionPage = z.object({
  suppressions: z.array(suppressionAnswer),
  cursor: z.string().optional(),
});

export const checkAnswer = z.object({ answers: z.array(suppressionAnswer) });

export const problem = z.object({ type: z.string(), title: z.string(), status: z.int(), detail: z.string() });

const address = z.string().trim().min(3).max(900).describe('An e-mail address');
const limit = z.coerce.number().int().min(1).max(100).default(20);

export const inputs = {
  address: z.object({ address }),
  message: z.object({ messageId: z.string().min(1).max(1900) }),
  stream: z.object({ stream: z.string().min(1).max(400).optional() }),
  page: z.object({ limit, cursor: z.string().max(4000).optional() }),
  list: z.object({
    reason: cause.optional(),
    since: moment.optional(),
    limit,
    cursor: z.string().max(4000).optional(),
  }),
  check: z.object({
    addresses: z.array(address).min(1).max(100),
    stream: z.string().min(1).max(400).optional(),
  }),
  add: z.object({
    because: z.string().trim().min(1).max(1000),
    scope: z.string().min(1).max(400).default('*'),
  }),
  release: z.object({
    because: z.string().trim().min(1).max(1000),
    scope: z.string().min(1).max(400).default('*'),
    acknowledgeComplaint: z
      .boolean()
      .default(false)
      .describe('A complaint is released by who has read this only'),
  }),
  nothing: z.object({}),
};
