import { basicHeader } from '../credentials.ts';
import { makeCredentials } from '../simulated-keys.ts';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';

const visit = {
  ip: '203.0.113.5',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** The fields of each kind of report besides the common ones. */
const reports: Record<string, object> = {
  processed: { event: 'request' },
  deferred: { event: 'deferred', reason: '450 4.2.1 try again later' },
  delivered: { event: 'delivered' },
  hard_bounce: { event: 'hard_bounce', reason: ' 550 5.1.1 no such user' },
  invalid_email: { event: 'invalid_email' },
  soft_bounce: { event: 'soft_bounce', reason: '452 4.2.2 mailbox full' },
  dropped: { event: 'blocked', reason: 'blocked : due to blacklist user' },
  error: { event: 'error', reason: 'the template could not be rendered' },
  open: { event: 'unique_opened', ...visit },
  machine_open: { event: 'unique_proxy_open', ...visit },
  click: { event: 'click', ...visit, link: 'https://example.com/welcome' },
  complaint: { event: 'spam' },
  unsubscribe: { event: 'unsubscribed' },
  unknown: { event: 'list_addition' },
};

export const simulate: Simulator = {
  kinds: Object.keys(reports),
  covers: { body: false, time: false },
  makeKeys: makeCredentials,
  // With batching switched on.
  eventsPerPost: 500,
  payloadsOf(events) {
    const all = events.flatMap((event) => event.to.map((address) => reportOf(event, address)));
    // One event alone, and several as a batch.
    return [Buffer.from(JSON.stringify(all.length === 1 ? all[0] : all))];
  },
  sign(body, signingKey) {
    const headers = { 'content-type': 'application/json', authorization: basicHeader(signingKey) };
    return { headers, body };
  },
};

function reportOf(event: SimulatedEvent, address: string): object {
  const { kind, messageId, at } = event;
  const mail = mailOf(event);
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    // The number of the webhook, not of the event.
    id: 9999999,
    email: address,
    'message-id': `<${messageId}>`,
    date: at.toISOString().slice(0, 19).replace('T', ' '),
    ts: seconds,
    ts_event: seconds,
    ts_epoch: at.getTime(),
    subject: 'Welcome',
    tags: mail.tags,
    'X-Mailin-custom': JSON.stringify(mail.metadata),
    template_id: mail.template,
    sender_email: `no-reply@${mail.sendingDomain}`,
    ...reports[kind],
  };
}
