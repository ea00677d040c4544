import * as z from 'zod';

// These schemas become docs/events.schema.json and the types of the client. Functions take the types alone, so that no bundle
// contains zod.

const moment = z.iso.datetime();
const text = z.string();

const machine = z
  .object({
    likely: z.boolean(),
    rule: text.describe('What says so'),
  })
  .describe('Whether a program, not a person, probably opened or clicked');

const facts = {
  id: text.describe(
    'The same for every delivery of this event, on the bus and by webhook: skip ids you know',
  ),
  provider: text.describe('The name of the provider, or of a source of yours'),
  eventId: text.describe("The provider's own id of the event, or a digest where it gives none"),
  providerType: text.describe("The provider's own name for what happened"),
  messageId: text.describe('As the send API of the provider returned it'),
  recipient: text.optional().describe('Absent when the provider does not name one'),
  occurredAt: moment.describe("The provider's own time of the event, in UTC"),
  receivedAt: moment.describe('When Mailfold accepted it'),
  precedence: text
    .optional()
    .describe(
      'Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the event does not set the status',
    ),
  stream: text.optional(),
  tags: z.array(text).optional(),
  template: text.optional(),
  templateVersion: text.optional(),
  sendingDomain: text.optional(),
  ipPool: text.optional(),
  sentAt: moment.optional().describe('When the provider took the message'),
  metadata: z.record(text, text).optional().describe('Custom arguments of the send'),
};

const failure = {
  reason: text.optional().describe("The provider's own class of the failure"),
  diagnostic: text.optional().describe('The answer of the receiving server'),
  smtpStatus: text.optional().describe('Enhanced status code, such as 5.1.1'),
};

const visit = {
  userAgent: text.optional(),
  ip: text.optional(),
  machine: machine.optional(),
};

function event<const Type extends string, Details extends z.ZodRawShape>(
  type: Type,
  description: string,
  details: Details,
) {
  return z
    .object({
      type: z.literal(type),
      timestamp: moment.describe('The same as `data.occurredAt`'),
      data: z.object({ ...facts, ...details }),
    })
    .describe(description);
}

const scope = text.describe('`*` for all mail, or the stream, group or list');

/** One schema for each type of event, by the name of its type in the client. */
export const eventSchemas = {
  EmailSent: event('email.sent', 'The provider took the message', {}),
  EmailDeliveryDelayed: event('email.delivery_delayed', 'The provider tries again later', failure),
  EmailDelivered: event('email.delivered', 'The receiving server took the message', failure),
  EmailOpened: event('email.opened', 'Opened, by a person unless `machine` says otherwise', visit),
  EmailClicked: event('email.clicked', 'A link was clicked', { ...visit, url: text.optional() }),
  EmailBounced: event('email.bounced', 'The receiving server refused the message for good', failure),
  EmailSoftBounced: event('email.soft_bounced', 'Refused for now, such as by a full mailbox', {
    ...failure,
    mayBeAutomaticReply: z
      .literal(true)
      .optional()
      .describe('The provider reports out-of-office replies in the same way'),
  }),
  EmailSuppressed: event('email.suppressed', 'Not sent, because of the address', failure),
  EmailFailed: event('email.failed', 'Not sent, because of the message', failure),
  EmailComplained: event('email.complained', 'The recipient called it spam', { reason: text.optional() }),
  EmailUnsubscribed: event('email.unsubscribed', 'The recipient wants no more mail', { scope }),
  EmailResubscribed: event('email.resubscribed', 'The recipient wants mail again', { scope }),
  EmailUnknown: event('email.unknown', 'Something that this version does not know; see `providerType`', {
    reason: text.optional(),
  }),
} as const;

export const testSchema = z
  .object({
    type: z.literal('webhook.test'),
    timestamp: moment,
    data: z.object({ id: text, endpoint: text.describe('The name of the endpoint') }),
  })
  .describe('Sent by `mailfold webhooks test`; it is about no message');

/** An event of mail, as other programs get it: the body of a webhook, or of EventBridge `detail-type` and `detail`. */
export type Announcement = z.output<(typeof eventSchemas)[keyof typeof eventSchemas]>;
export type TestAnnouncement = z.output<typeof testSchema>;
