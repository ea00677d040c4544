import { createHmac, randomBytes } from 'node:crypto';
import { readForm } from '../form.ts';
import { sharedKey } from '../simulated-keys.ts';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';
import { eventsField, signedFields, testKey } from './signed-text.ts';

const visit = {
  ip: '203.0.113.5',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  location: { country_short: 'FR', city: 'Paris' },
};

/** The fields of each kind of report, and those of its message, besides the common ones. */
const reports: Record<string, { readonly fields: object; readonly message?: object }> = {
  processed: { fields: { event: 'send' }, message: { state: 'sent' } },
  deferred: {
    fields: { event: 'deferral' },
    message: { state: 'deferred', smtp_events: [{ type: 'deferral', diag: '451 4.3.5 try again later' }] },
  },
  delivered: { fields: { event: 'delivered' }, message: { state: 'sent', diag: '250 2.0.0 OK' } },
  hard_bounce: {
    fields: { event: 'hard_bounce' },
    message: {
      state: 'bounced',
      bounce_description: 'bad_mailbox',
      bgtools_code: 10,
      diag: 'smtp;550 5.1.1 no such user',
    },
  },
  soft_bounce: {
    fields: { event: 'soft_bounce' },
    message: {
      state: 'soft-bounced',
      bounce_description: 'mailbox_full',
      bgtools_code: 22,
      diag: 'smtp;552 5.2.2 mailbox full',
    },
  },
  dropped: { fields: { event: 'reject' }, message: { state: 'rejected', reject: { reason: 'hard-bounce' } } },
  unsigned_domain: {
    fields: { event: 'reject' },
    message: { state: 'rejected', reject: { reason: 'unsigned' } },
  },
  open: { fields: { event: 'open', ...visit }, message: { state: 'sent' } },
  click: {
    fields: { event: 'click', ...visit, url: 'https://example.com/welcome' },
    message: { state: 'sent' },
  },
  complaint: { fields: { event: 'spam' }, message: { state: 'spam' } },
  unsubscribe: { fields: { event: 'unsub' }, message: { state: 'unsub' } },
  unknown: { fields: { event: 'something_new' } },
};

export const simulate: Simulator = {
  kinds: Object.keys(reports),
  covers: { body: true, time: false },
  makeKeys: () => sharedKey(randomBytes(16).toString('base64url')),
  payloadsOf(events) {
    const all = events.flatMap((event) => event.to.map((address) => reportOf(event, address)));
    return [Buffer.from(JSON.stringify(all))];
  },
  sign(payload, signingKey, _now, url) {
    if (url === undefined)
      throw new Error('mandrill: expected the URL to post to, because it is signed, found none');
    return signedForm(payload.toString(), signingKey, url);
  },
  checks: (_signingKey, _now, url) => [
    { method: 'HEAD', headers: {}, body: Buffer.of() },
    // Posted only if the first is not answered with 200, and before the operator can know the key.
    { method: 'POST', ...signedForm('[]', testKey, url) },
  ],
};

function signedForm(events: string, key: string, url: string) {
  const body = Buffer.from(new URLSearchParams([[eventsField, events]]).toString());
  const signature = createHmac('sha1', key)
    .update(url)
    .update(signedFields(readForm(body)))
    .digest('base64');
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': 'Mandrill-Webhook/1.0',
    'x-mandrill-signature': signature,
  };
  return { headers, body };
}

function reportOf(event: SimulatedEvent, address: string): object {
  const { kind, messageId, at, sentAt = at } = event;
  const mail = mailOf(event);
  const { fields, message } = reports[kind] ?? {};
  return {
    ...fields,
    _id: messageId,
    ts: Math.floor(at.getTime() / 1000),
    msg: {
      _id: messageId,
      ts: Math.floor(sentAt.getTime() / 1000),
      email: address,
      sender: `no-reply@${mail.sendingDomain}`,
      subject: 'Welcome',
      tags: mail.tags,
      metadata: mail.metadata,
      subaccount: mail.stream,
      template: mail.template,
      opens: [],
      clicks: [],
      ...message,
    },
  };
}
