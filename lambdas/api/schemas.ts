import * as z from 'zod';
import { eventTypes } from '../../core/email-event.ts';
import { verdicts } from '../../core/explain-status.ts';
import { fates } from '../../core/explain-suppression.ts';
import { statusTypes } from '../../core/precedence.ts';
import { causes } from '../../core/suppression.ts';

// One description of what goes in and out: it checks requests, types the code, and becomes the OpenAPI document.

const moment = z.iso.datetime().describe('ISO 8601, UTC, milliseconds');
const eventType = z.enum(eventTypes);
const statusType = z.enum(statusTypes);
const cause = z.enum(causes);
const scope = z.string().describe('* for all mail, or one stream, group or list');
const cursor = z.string().optional().describe('Where the next page starts; absent at the end');

const causeSummary = z.object({
  cause,
  scope,
  since: moment,
  evidence: z.int().describe('How many pieces of evidence it rests on'),
  lastEvidence: z
    .object({
      id: z.string(),
      occurredAt: moment,
      provider: z.string().optional(),
      messageId: z.string().optional(),
      diagnostic: z.string().optional(),
      by: z.string().optional().describe('The person who added it'),
      because: z.string().optional(),
    })
    .describe('The latest piece of evidence'),
});

export const suppressionState = z.object({
  address: z.string(),
  suppressed: z.boolean(),
  cause: causeSummary.nullable().describe('The worst cause in force; null when mail may be sent'),
  causes: z
    .array(causeSummary)
    .describe('All causes in force, worst first; a cause of one scope holds for that scope only'),
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
  by: z.string().optional().describe('The person who added it'),
  because: z.string().optional(),
  recordedAt: moment,
  fate: z.enum(fates).describe('What became of it'),
  releasedBy: z.string().optional().describe('The id of the release that ended this evidence'),
  evidenceEnded: z.int().optional().describe('How many pieces of evidence this release ended'),
});

const releasePreview = z.object({
  scope,
  ends: z.array(causeSummary),
  stays: z.array(causeSummary),
  needsAcknowledgement: z.boolean().describe('Whether it would end a spam complaint'),
});

export const addressExplanation = suppressionState.extend({
  history: z.array(entry).describe('Oldest first'),
  releases: z.array(releasePreview).describe('What a release would change now'),
});

export const released = addressExplanation.extend({
  ended: z.array(causeSummary).describe('What this release ended'),
});

const timelineEvent = z.object({
  id: z.string(),
  type: eventType,
  provider: z.string(),
  providerType: z.string().describe("The provider's own word for the event"),
  occurredAt: moment,
  receivedAt: moment,
  lagMilliseconds: z.int().describe('From the event until its arrival'),
  meaning: z.string().describe('In plain words'),
  effect: z
    .object({
      verdict: z.enum(verdicts),
      lostTo: z
        .object({ id: z.string(), type: statusType })
        .optional()
        .describe('The event that decided instead'),
    })
    .describe('What the event had to do with the status'),
  smtpReply: z.string().optional(),
  bounceClass: z.string().optional(),
  machine: z.object({ likely: z.boolean(), rule: z.string() }).optional(),
  url: z.string().optional(),
  scope: scope.optional(),
});

export const messageReport = z.object({
  messageId: z.string(),
  summary: z.record(z.string(), z.int()).describe('Recipients by status'),
  recipients: z.array(
    z.object({
      recipient: z.string(),
      status: statusType.nullable(),
      final: z.boolean(),
      since: moment.nullable(),
      decidedBy: z.string().nullable().describe('The id of the event that decided'),
      decidingEventExpired: z.boolean(),
      lastSeen: z.partialRecord(statusType, moment).describe('When each type was last seen'),
      suppressed: z.boolean(),
      suppressionCause: cause.nullable().describe('The worst cause in force for all mail'),
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
      status: statusType,
      since: moment,
      provider: z.string(),
      firstSeenAt: moment,
    }),
  ),
  cursor,
});

export const suppressionPage = z.object({ suppressions: z.array(suppressionState), cursor });

export const checkAnswer = z.object({ answers: z.array(suppressionState) });

export const problem = z.object({ type: z.string(), title: z.string(), status: z.int(), detail: z.string() });

// Only its length is judged here: what an address is, the use cases know.
const address = z.string().max(2000).describe('An e-mail address');
const limit = z.coerce.number().int().min(1).max(100).default(20);
const givenCursor = z.string().max(4000).optional().describe('The cursor of the page before');
const stream = z.string().min(1).max(400).optional().describe('For mail of this stream, group or list');
const because = z.string().trim().min(1).max(1000).describe('Why; it is kept in the history');
const givenScope = z
  .string()
  .min(1)
  .max(400)
  .default('*')
  .describe('* for all mail, or one stream, group or list');

export const inputs = {
  address: z.object({ address }),
  message: z.object({ messageId: z.string().min(1).max(1900) }),
  stream: z.object({ stream }),
  page: z.object({ limit, cursor: givenCursor }),
  list: z.object({
    reason: cause.optional(),
    since: moment.optional().describe('Only addresses with evidence in force from then on'),
    limit,
    cursor: givenCursor,
  }),
  check: z.object({ addresses: z.array(address).min(1).max(100), stream }),
  suppress: z.object({ because, scope: givenScope }),
  release: z.object({
    because,
    scope: givenScope,
    acknowledgeComplaint: z.boolean().default(false).describe('Must be true to release a spam complaint'),
  }),
  nothing: z.object({}),
};
