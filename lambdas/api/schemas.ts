import * as z from 'zod';
import { limits } from '../../app/given.ts';
import { eventTypes } from '../../core/email-event.ts';
import { verdicts } from '../../core/explain-status.ts';
import { fates } from '../../core/explain-suppression.ts';
import { statusTypes } from '../../core/precedence.ts';
import { causes } from '../../core/suppression.ts';
import { inputs } from './inputs.ts';
import { problemCodes } from './problem.ts';

// These schemas validate requests, and become the OpenAPI document and the types of the client.

export const moment = z.iso.datetime().describe('ISO 8601 in UTC, with milliseconds');
export const eventType = z.enum(eventTypes).describe('What an event says');
const statusType = z.enum(statusTypes).describe('What became of a message');
export const cause = z.enum(causes).describe('Why an address is suppressed');
export const scope = z.string().describe('`*` for all mail, or the name of one stream, group or list');
export const cursor = z.string().optional().describe('Pass it to get the next page; absent on the last page');

const enteredBy = z
  .string()
  .optional()
  .describe('The person or API caller who added it; absent when an event did');

const undated = z
  .literal(true)
  .optional()
  .describe('Set when an imported list does not say when it happened; occurredAt is the time of the import');

export const causeSummary = z.object({
  cause,
  scope,
  since: moment,
  lastEvidence: z
    .object({
      id: z.string(),
      occurredAt: moment,
      undated,
      provider: z.string().optional(),
      messageId: z.string().optional(),
      diagnostic: z.string().optional(),
      by: enteredBy,
      because: z.string().optional(),
    })
    .describe('The latest event or manual entry behind this cause'),
});

const suppressionState = z.object({
  address: z.string(),
  suppressed: z.boolean(),
  cause: causeSummary.nullable().describe('The worst active cause; null when mail may be sent'),
  causes: z
    .array(causeSummary)
    .describe('The active causes, worst first; a cause applies only to mail of its scope'),
  moreCauses: z
    .literal(true)
    .optional()
    .describe('Present when the address has more active causes, for other streams, than are listed'),
});

const fate = z
  .enum(fates)
  .describe(
    'suppresses: keeps the address suppressed. released: a release ended it. not_enough: a soft bounce below the cap. ' +
      'switched_off: this stack does not suppress for the cause. ended: a release that ended evidence. ' +
      'ended_nothing: a release without earlier evidence that it could end; a resubscribe that a provider reports ends ' +
      'only unsubscribes of the same provider and scope.',
  );

const entry = z.object({
  type: z.enum(['evidence', 'release']),
  cause: cause.optional(),
  scope,
  occurredAt: moment,
  undated,
  id: z.string(),
  provider: z.string().optional(),
  messageId: z.string().optional(),
  diagnostic: z.string().optional(),
  by: enteredBy,
  because: z.string().optional(),
  recordedAt: moment,
  firstAt: moment
    .optional()
    .describe(
      'Present when the entry stands for several events of one day: the time of the first; the other fields are of the last',
    ),
  fate,
  releasedBy: z.string().optional().describe('The id of the release that ended this evidence'),
  evidenceEnded: z.int().optional().describe('Number of entries on this page that this release ended'),
});

export const releasePreview = z.object({
  scope,
  ends: z.array(causeSummary).describe('Active causes that the release would end'),
  stays: z.array(causeSummary).describe('Active causes that would remain'),
  needsAcknowledgement: z
    .boolean()
    .describe('Whether the release would end a spam complaint and needs acknowledgeComplaint: true'),
});

export const addressExplanation = suppressionState.extend({
  history: z.array(entry).describe('One page, the newest page first; oldest entry first within the page'),
  cursor,
  releases: z
    .array(releasePreview)
    .describe('What a release would change now, for all mail and for up to ten scopes with an active cause'),
});

export const released = addressExplanation.extend({
  ended: z.array(causeSummary).describe('The causes that this release ended'),
});

/** What tells which mail it was. */
const labels = {
  template: z
    .string()
    .nullable()
    .describe('The template of the mail; null when the provider does not tell it'),
  stream: z
    .string()
    .nullable()
    .describe(
      'The kind of mail, such as a message stream, a configuration set or an unsubscribe group; null when the provider does not tell it',
    ),
  tags: z.array(z.string()).describe('Tags, categories, or name=value pairs; long lists are cut'),
};

const verdict = z
  .enum(verdicts)
  .describe(
    'decided: the status comes from this event. duplicate: another event says the same about the same instant. ' +
      'outranked: a more severe type decided. older: a later event decided. lower_rank: within the same instant, a ' +
      'type of higher rank decided. machine: a program opened the message, not a person. no_effect: the type never changes a status, or no recipient is named. ' +
      'not_counted: the stored status does not include the event yet.',
  );

const timelineEvent = z.object({
  id: z.string(),
  type: eventType,
  provider: z.string(),
  providerType: z.string().describe("The provider's own name for the event type"),
  occurredAt: moment,
  receivedAt: moment,
  imported: z
    .literal(true)
    .optional()
    .describe('Set when a person imported it as something of the past; receivedAt is the time of the import'),
  lagMilliseconds: z
    .int()
    .describe("From occurredAt to receivedAt; negative when the provider's clock is ahead"),
  meaning: z.string().describe('What the event means, in one sentence'),
  effect: z
    .object({
      verdict,
      lostTo: z
        .object({ id: z.string(), provider: z.string(), type: statusType })
        .optional()
        .describe('The event that this one lost to'),
    })
    .describe('Whether the event decided the status, and why'),
  smtpReply: z.string().optional().describe('The answer of the receiving server'),
  bounceClass: z.string().optional().describe("The provider's own class of the failure"),
  mayBeAutomaticReply: z
    .literal(true)
    .optional()
    .describe('Set for a bounce that may be an out-of-office reply and does not count toward suppression'),
  machine: z
    .object({ likely: z.boolean(), rule: z.string() })
    .optional()
    .describe('Whether a program, not a person, probably opened or clicked, and the rule that says so'),
  url: z.string().optional(),
  scope: scope.optional(),
});

const recipientStatus = z.object({
  recipient: z.string(),
  status: statusType.nullable().describe('null while no event has set a status'),
  final: z.boolean().describe('Whether the status is a hard bounce, a drop or a complaint, and so stays'),
  ...labels,
  since: moment.nullable(),
  decidedBy: z.string().nullable().describe('The id of the event that decided the status'),
  decidingEventExpired: z
    .boolean()
    .describe('Whether that event has expired; a status is kept longer than its events'),
  lastSeen: z.partialRecord(statusType, moment).describe('The latest time of each event type'),
  suppressed: z.boolean(),
  suppressionCause: cause.nullable().describe('The worst active cause for all mail'),
  timeline: z
    .array(timelineEvent)
    .describe(`The newest ${limits.eventsPerRecipient} events, and the one that decided`),
  moreEvents: z.literal(true).optional().describe('Present when there are older events than these'),
});

export const messageReport = z.object({
  messageId: z.string(),
  summary: z.record(z.string(), z.int()).describe('Number of recipients by status, `none` without one'),
  summaryOf: z
    .enum(['message', 'page'])
    .describe(
      'message: the summary counts all recipients. page: there are too many to count, so it counts those of this page',
    ),
  recipients: z.array(recipientStatus),
  otherEvents: z
    .array(timelineEvent)
    .describe(
      `On the first page: the newest ${limits.eventsPerRecipient} events for which the provider does not name a recipient`,
    ),
  moreOtherEvents: z
    .literal(true)
    .optional()
    .describe('Present when there are older events without a recipient than these'),
  cursor,
});

const recipientMessage = z.object({
  messageId: z.string(),
  status: statusType,
  since: moment,
  provider: z.string(),
  ...labels,
  firstSeenAt: moment.describe(
    'When the first event about the message was stored; for imported events, when it happened',
  ),
});

export const recipientMessages = z.object({
  recipient: z.string(),
  messages: z.array(recipientMessage),
  cursor,
});

export const suppressionPage = z.object({ suppressions: z.array(suppressionState), cursor });

export const checkAnswer = z.object({ answers: z.array(suppressionState) });

export const problem = z
  .object({
    type: z.string().describe('Always about:blank; `code` tells problems apart'),
    title: z.string(),
    status: z.int().describe('The HTTP status'),
    code: z.enum(problemCodes).describe('What went wrong, for programs'),
    detail: z.string().describe('What went wrong, for people. Quotes nothing of the request'),
  })
  .describe('What went wrong, as an RFC 9457 problem object');

/** The schemas that have a name in the OpenAPI document and in the client. All others are part of one of these. */
export const named = {
  Moment: moment,
  EventType: eventType,
  StatusType: statusType,
  Cause: cause,
  CauseSummary: causeSummary,
  SuppressionState: suppressionState,
  SuppressionPage: suppressionPage,
  CheckAnswer: checkAnswer,
  EntryFate: fate,
  HistoryEntry: entry,
  ReleasePreview: releasePreview,
  AddressExplanation: addressExplanation,
  ReleasedAddress: released,
  StatusVerdict: verdict,
  TimelineEvent: timelineEvent,
  RecipientStatus: recipientStatus,
  MessageReport: messageReport,
  RecipientMessage: recipientMessage,
  RecipientMessages: recipientMessages,
  CheckRequest: inputs.check,
  SuppressRequest: inputs.suppress,
  ReleaseRequest: inputs.release,
  Problem: problem,
} satisfies Readonly<Record<string, z.ZodType>>;
