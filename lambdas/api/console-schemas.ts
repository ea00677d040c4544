import * as z from 'zod';
import { refusalKinds } from '../../app/answer.ts';
import { consoleInputs } from './console-inputs.ts';
import { roles } from './routes.ts';
import { cause, causeSummary, eventType, moment, releasePreview } from './schemas.ts';

// The answers that the console needs besides those in schemas.ts.

const role = z
  .enum(roles)
  .describe(
    'viewer: reads. support: also releases and suppresses, and sees payloads. operator: also sees dead letters and sends them again',
  );

const ownListUrl = z
  .string()
  .optional()
  .describe(
    'Where the provider shows the addresses that it does not send to. A release does not change that list',
  );

export const me = z.object({
  caller: z.object({
    type: z.enum(['iam', 'person']).describe('iam: an AWS identity. person: somebody who signed in'),
    name: z.string().describe('As the history keeps it: an ARN, or the e-mail address or name of the person'),
  }),
  roles: z
    .array(role)
    .describe(
      'What the caller may do. An AWS identity has all roles here: its policies decide, route by route',
    ),
  stack: z.string().describe('The name of the stack'),
  version: z.string().describe('The version of Mailfold that is deployed'),
  providers: z
    .array(
      z.object({
        name: z.string(),
        title: z.string().describe('The name as people write it'),
        ownListUrl,
      }),
    )
    .describe('The providers that can send events to this stack'),
  features: z.array(z.string()).describe('Parts that this stack has and others may not have, such as `lake`'),
});

const setupProvider = z.object({
  name: z.string(),
  title: z.string().describe('The name as people write it'),
  transport: z
    .enum(['webhook', 'topic'])
    .describe('webhook: the provider posts to `url`. topic: it publishes to `topicArn`'),
  url: z.string().optional().describe('What to enter at the provider'),
  topicArn: z.string().optional(),
  configurationSet: z.string().optional().describe('The configuration set that publishes to the topic'),
  ownListUrl,
  key: z
    .enum(['present', 'missing', 'unreadable', 'not-needed'])
    .describe('Whether there is a key to verify its events with. The key itself is never shown'),
  lastEventAt: moment
    .nullable()
    .describe('When its last event was stored, to within 5 minutes; null when there was none'),
});

export const setup = z.object({
  providers: z.array(setupProvider),
  settings: z.object({
    dedupeWindowDays: z.int().describe('How long events are kept, and repeats recognised'),
    statusRetentionDays: z.int().describe('How long the status of a message is kept'),
    suppression: z.object({
      causes: z.array(cause).describe('The causes that suppress an address'),
      softBounceCap: z.int().describe('Soft bounces within the window that suppress an address'),
      softBounceWindowDays: z.int(),
    }),
  }),
});

const finding = z.object({
  kind: z.enum(['step', 'provider']).describe('step: a step on the way of an event. provider: one provider'),
  what: z.string(),
  state: z
    .enum(['well', 'unwell', 'unknown'])
    .describe('unknown: nothing is wrong, but nothing shows that it works'),
  found: z.string().describe('A few words that continue `what`'),
  since: moment
    .optional()
    .describe('Since when it is so, if that is known. For a provider: when its last event was stored'),
  repair: z.string().optional().describe('The command that repairs it, or what to do'),
});

export const health = z.object({
  state: z.enum(['well', 'unwell']),
  checkedAt: moment,
  findings: z.array(finding).describe('In the order in which an event meets the steps, then by provider'),
});

const extent = {
  lookedAt: z.int().describe('Dead letters that the answer is about'),
  total: z.int().describe('Dead letters in the queue, counted approximately'),
  isComplete: z.boolean().describe('False when the answer had to end before all were looked at'),
};

const letterGroup = z.object({
  provider: z.string(),
  reason: z.string(),
  count: z.int(),
  oldest: moment.describe('When the oldest of them arrived'),
});

export const deadLetterGroups = z.object({
  groups: z.array(letterGroup).describe('By provider and reason, the most frequent first'),
  ...extent,
});

const deadLetter = z.object({
  id: z.string(),
  provider: z.string(),
  reason: z.string(),
  sentAt: moment,
  headers: z.record(z.string(), z.string()),
  body: z.string().describe('As the provider sent it'),
});

export const deadLetters = z.object({ letters: z.array(deadLetter), ...extent });

export const redriven = z.object({
  moved: z.int().describe('Dead letters that were sent again, or would be'),
  left: z.int().describe('Dead letters that stay in the queue, counted approximately'),
  dryRun: z.boolean(),
  ...extent,
});

const liveEvent = z.object({
  id: z.string(),
  provider: z.string(),
  type: eventType,
  recipient: z.string().optional().describe('Absent when the provider does not name one'),
  messageId: z.string(),
  occurredAt: moment,
  storedAt: moment,
  imported: z
    .literal(true)
    .optional()
    .describe('Set when a person imported it as something that happened in the past'),
});

export const liveEvents = z.object({
  events: z.array(liveEvent).describe('In the order in which they were stored, as far as that is known'),
  cursor: z.string().describe('Pass it to get what is stored from then on'),
});

export const eventPayload = z.object({
  messageId: z.string(),
  id: z.string(),
  provider: z.string(),
  payload: z.string().describe("The provider's event as it came, as JSON"),
});

const causeCount = z.object({
  cause,
  addresses: z.int().describe('Suppressed addresses with this cause'),
  isComplete: z.boolean().describe('False when there are more: counting ended at a bound'),
});

export const suppressionCounts = z.object({
  counts: z.array(causeCount).describe('For each cause. An address with two causes is counted for both'),
});

export const releasePreviews = z.object({
  previews: z
    .array(releasePreview.extend({ address: z.string(), suppressed: z.boolean() }))
    .describe('What a release would change now, in the order of the addresses'),
});

const changed = z.object({
  address: z.string().describe('As it was given'),
  outcome: z
    .enum(['done', 'refused', 'not-tried'])
    .describe('not-tried: time was up; send these addresses again'),
  code: z
    .enum(Object.keys(refusalKinds) as [keyof typeof refusalKinds])
    .optional()
    .describe('Why it was refused, for programs'),
  detail: z.string().optional().describe('Why it was refused, for people'),
  suppressed: z.boolean().optional().describe('Whether the address is suppressed now; present when done'),
  ended: z.array(causeSummary).optional().describe('The causes that the release ended'),
});

export const changes = z.object({ results: z.array(changed).describe('In the order of the addresses') });

export const imported = z.object({
  added: z.int(),
  unchanged: z.int().describe('Lines that were imported before'),
  bad: z.array(z.object({ line: z.int().describe('Its place in the request, from 1'), problem: z.string() })),
});

/** As `named` in schemas.ts. */
export const consoleNamed = {
  Role: role,
  Me: me,
  Setup: setup,
  SetupProvider: setupProvider,
  Finding: finding,
  Health: health,
  LetterGroup: letterGroup,
  DeadLetterGroups: deadLetterGroups,
  DeadLetter: deadLetter,
  DeadLetters: deadLetters,
  Redriven: redriven,
  LiveEvent: liveEvent,
  LiveEvents: liveEvents,
  EventPayload: eventPayload,
  CauseCount: causeCount,
  SuppressionCounts: suppressionCounts,
  ReleasePreviews: releasePreviews,
  AddressChange: changed,
  AddressChanges: changes,
  ImportedLines: imported,
  PreviewRequest: consoleInputs.preview,
  SuppressManyRequest: consoleInputs.suppressMany,
  ReleaseManyRequest: consoleInputs.releaseMany,
  ImportRequest: consoleInputs.lines,
  RedriveRequest: consoleInputs.redrive,
} satisfies Readonly<Record<string, z.ZodType>>;
