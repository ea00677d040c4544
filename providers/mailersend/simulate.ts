import { createHash, randomBytes } from 'node:crypto';
import { hmacSha256 } from '../hmac.ts';
import { sharedKey } from '../simulated-keys.ts';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';
import { testSecret, testType } from './test-message.ts';

const visit = { ip: '203.0.113.5', user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };

/** The type of each kind of report, and its details. */
const reports: Record<string, { readonly type: string; readonly morph?: object }> = {
  processed: { type: 'activity.sent' },
  deferred: { type: 'activity.deferred', morph: { object: 'recipient_deferred', reason: 'try again later' } },
  delivered: { type: 'activity.delivered' },
  hard_bounce: {
    type: 'activity.hard_bounced',
    morph: { object: 'recipient_bounce', reason: 'user_unknown', readable_reason: 'No such user' },
  },
  soft_bounce: {
    type: 'activity.soft_bounced',
    morph: { object: 'recipient_bounce', reason: 'mailbox_full', readable_reason: 'Mailbox is full' },
  },
  open: { type: 'activity.opened', morph: { object: 'open', ...visit } },
  unique_open: { type: 'activity.opened_unique', morph: { object: 'open', ...visit } },
  click: {
    type: 'activity.clicked',
    morph: { object: 'click', ...visit, url: 'https://example.com/welcome' },
  },
  complaint: { type: 'activity.spam_complaint', morph: { object: 'spam_complaint' } },
  unsubscribe: { type: 'activity.unsubscribed', morph: { object: 'recipient_unsubscribe', reason: 'other' } },
  unknown: { type: 'activity.something_new' },
};

/** Reports about an address, without a mail. */
const addressReports: Record<string, string> = {
  dropped: 'recipient.on_hold_added',
  resubscribe: 'recipient.on_hold_removed',
};

export const simulate: Simulator = {
  kinds: [...Object.keys(reports), ...Object.keys(addressReports)],
  covers: { body: true, time: false },
  makeKeys: () => sharedKey(randomBytes(16).toString('hex')),
  payloadsOf: (events) =>
    events.flatMap((event) =>
      event.to.map((address) => Buffer.from(JSON.stringify(reportOf(event, address)))),
    ),
  sign: (body, signingKey) => ({ headers: headersFor(body, signingKey), body }),
  checks(_signingKey, now) {
    const created_at = now.toISOString();
    const body = Buffer.from(JSON.stringify({ type: testType, message: 'This is a ping', created_at }));
    return [{ method: 'POST', headers: headersFor(body, testSecret), body }];
  },
};

function headersFor(body: Buffer, key: string) {
  return {
    'content-type': 'application/json',
    'user-agent': 'MailerSend/1.0',
    signature: hmacSha256(key, body).toString('hex'),
  };
}

function reportOf(event: SimulatedEvent, address: string): object {
  const { kind, messageId, at, sentAt = at } = event;
  const mail = mailOf(event);
  const created_at = at.toISOString();
  const digest = createHash('sha256').update(`${kind}|${messageId}|${address}|${created_at}`).digest('hex');
  const listed = addressReports[kind];
  if (listed) {
    const data = { id: digest.slice(0, 24), email: address, created_at };
    return { type: listed, created_at, webhook_id: 'w1', domain_id: 'd1', data };
  }
  const { type = '', morph } = reports[kind] ?? {};
  const data = {
    object: 'activity',
    id: digest.slice(0, 24),
    type: type.replace('activity.', ''),
    created_at,
    email: {
      id: digest.slice(24, 48),
      created_at: sentAt.toISOString(),
      from: `no-reply@${mail.sendingDomain}`,
      subject: 'Welcome',
      status: 'delivered',
      tags: mail.tags,
      message: { id: messageId, created_at },
      recipient: { email: address, created_at },
    },
    morph: morph ?? null,
    template_id: mail.template,
  };
  return { type, created_at, webhook_id: 'w1', domain_id: 'd1', data };
}
