import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';
import { makeStandardKeys, standardHeaders } from '../standard-signature.ts';

/** The fields of a report besides those of the mail. */
const mailReports: Record<string, { type: string; details?: object }> = {
  processed: { type: 'email.sent' },
  'email.scheduled': { type: 'email.scheduled' },
  deferred: { type: 'email.delivery_delayed' },
  delivered: { type: 'email.delivered' },
  hard_bounce: {
    type: 'email.bounced',
    details: { bounce: { type: 'Permanent', subType: 'General', message: '550 5.1.1 no such user' } },
  },
  soft_bounce: {
    type: 'email.bounced',
    details: { bounce: { type: 'Transient', subType: 'MailboxFull', message: '452 4.2.2 mailbox full' } },
  },
  dropped: {
    type: 'email.suppressed',
    details: { suppressed: { type: 'OnAccountSuppressionList', message: 'The address bounced before.' } },
  },
  'email.failed': { type: 'email.failed', details: { failed: { reason: 'reached_daily_quota' } } },
  complaint: { type: 'email.complained' },
  open: { type: 'email.opened' },
  click: {
    type: 'email.clicked',
    details: {
      click: {
        ipAddress: '203.0.113.5',
        link: 'https://example.com/welcome',
        timestamp: '2026-01-01T00:00:00.000Z',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
    },
  },
  unknown: { type: 'email.something_new' },
};

/** Reports about an address, without a mail. */
const addressReports: Record<string, { type: string; details: object }> = {
  'suppression.added': { type: 'suppression.added', details: { origin: 'manual' } },
  'suppression.removed': { type: 'suppression.removed', details: { origin: 'manual' } },
  unsubscribe: { type: 'contact.updated', details: { unsubscribed: true, audience_id: 'newsletter' } },
  resubscribe: { type: 'contact.updated', details: { unsubscribed: false, audience_id: 'newsletter' } },
};

export const simulate: Simulator = {
  kinds: [...Object.keys(mailReports), ...Object.keys(addressReports)],
  covers: { body: true, time: true },
  makeKeys: makeStandardKeys,
  // One mail per address: for a mail to several, Resend would not name the recipient of the event.
  payloadsOf: (events) =>
    events.flatMap((event) =>
      event.to.map((address) => Buffer.from(JSON.stringify(reportOf(event, address)))),
    ),
  sign: (body, signingKey, now) => ({ headers: standardHeaders('svix', body, signingKey, now), body }),
};

function reportOf(event: SimulatedEvent, address: string): object {
  const { kind, messageId, at, sentAt = at } = event;
  const created_at = at.toISOString();
  const aboutAddress = addressReports[kind];
  if (aboutAddress) {
    const { type, details } = aboutAddress;
    return { type, created_at, data: { id: `${kind}-${messageId}`, email: address, ...details } };
  }
  const { template, tags, sendingDomain, metadata } = mailOf(event);
  const data = {
    email_id: messageId,
    message_id: `<${messageId}@${sendingDomain}>`,
    created_at: sentAt.toISOString(),
    from: `Shop <no-reply@${sendingDomain}>`,
    to: [address],
    subject: 'Welcome',
    template_id: template,
    // Tags of Resend have names, and one value each.
    tags: { ...metadata, ...(tags[0] !== undefined && { tag: tags[0] }) },
    ...mailReports[kind]?.details,
  };
  return { type: mailReports[kind]?.type, created_at, data };
}
