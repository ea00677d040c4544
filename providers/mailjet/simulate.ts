import { createHash } from 'node:crypto';
import { basicHeader } from '../credentials.ts';
import { makeCredentials } from '../simulated-keys.ts';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';

const visit = {
  ip: '203.0.113.5',
  geo: 'EU',
  agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** The fields of each kind of report besides the common ones. */
const reports: Record<string, object> = {
  delivered: { event: 'sent', smtp_reply: '250 2.0.0 OK' },
  deferred: {
    event: 'bounce',
    blocked: false,
    hard_bounce: false,
    error_related_to: 'domain',
    error: 'greylisted',
    comment: '451 4.7.1 try again later',
  },
  hard_bounce: {
    event: 'bounce',
    blocked: false,
    hard_bounce: true,
    error_related_to: 'recipient',
    error: 'user unknown',
    comment: '550 5.1.1 no such user',
  },
  soft_bounce: {
    event: 'bounce',
    blocked: false,
    hard_bounce: false,
    error_related_to: 'recipient',
    error: 'quota exceeded',
    comment: '552 5.2.2 mailbox full',
  },
  dropped: { event: 'blocked', error_related_to: 'mailjet', error: 'preblocked', comment: '' },
  content_blocked: { event: 'blocked', error_related_to: 'content', error: 'error in template language' },
  open: { event: 'open', ...visit },
  click: { event: 'click', ...visit, url: 'https://example.com/welcome' },
  complaint: { event: 'spam', source: 'JMRPP' },
  unsubscribe: { event: 'unsub', ...visit, mj_list_id: 0 },
  list_unsubscribe: { event: 'unsub', ...visit, mj_list_id: 4711 },
  unknown: { event: 'something_new' },
};

export const simulate: Simulator = {
  kinds: Object.keys(reports),
  covers: { body: false, time: false },
  makeKeys: makeCredentials,
  payloadsOf(events) {
    const all = events.flatMap((event) => event.to.map((address) => reportOf(event, address)));
    return [Buffer.from(JSON.stringify(all))];
  },
  sign(body, signingKey) {
    // Mailjet makes it of the user and password in the URL.
    const headers = { 'content-type': 'application/json', authorization: basicHeader(signingKey) };
    return { headers, body };
  },
};

function reportOf(event: SimulatedEvent, address: string): object {
  const { kind, messageId, at } = event;
  const mail = mailOf(event);
  const digest = createHash('sha256').update(messageId).digest('hex');
  return {
    time: Math.floor(at.getTime() / 1000),
    // Real ids are numbers with 17 digits or more. The string has every digit, and may be any id here.
    mj_message_id: messageId,
    Message_GUID: `${digest.slice(0, 8)}-0000-4000-8000-${digest.slice(8, 20)}`,
    email: address,
    mj_campaign_id: 0,
    mj_contact_id: 0,
    // A mail has one campaign.
    customcampaign: mail.tags[0] ?? '',
    CustomID: '',
    Payload: JSON.stringify(mail.metadata),
    ...reports[kind],
  };
}
