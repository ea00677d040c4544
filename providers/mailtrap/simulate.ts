import { createHash, randomBytes } from 'node:crypto';
import { hmacSha256 } from '../hmac.ts';
import { sharedKey } from '../simulated-keys.ts';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';

const visit = {
  ip: '203.0.113.5',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** The fields of each kind of report besides the common ones. */
const reports: Record<string, object> = {
  delivered: { event: 'delivery' },
  deferred: {
    event: 'soft bounce',
    response: '451 4.7.1 try again later',
    response_code: 451,
    bounce_category: 'greylisting',
  },
  suspension: { event: 'suspension', reason: 'daily quota exceeded' },
  hard_bounce: {
    event: 'bounce',
    response: '550 5.1.1 no such user',
    response_code: 550,
    bounce_category: 'badrecipient',
  },
  soft_bounce: {
    event: 'bounce',
    response: '552 5.2.2 mailbox full',
    response_code: 552,
    bounce_category: 'overquota',
  },
  dropped: { event: 'reject', reason: 'The recipient is on the suppression list' },
  unverified_domain: { event: 'reject', reason: 'The sending domain is not verified' },
  open: { event: 'open', ...visit },
  click: { event: 'click', ...visit, url: 'https://example.com/welcome' },
  complaint: { event: 'spam' },
  unsubscribe: { event: 'unsubscribe', ...visit },
  unknown: { event: 'something_new' },
};

export const simulate: Simulator = {
  kinds: Object.keys(reports),
  covers: { body: true, time: false },
  makeKeys: () => sharedKey(randomBytes(16).toString('hex')),
  payloadsOf(events) {
    const all = events.flatMap((event) => event.to.map((address) => reportOf(event, address)));
    // Both formats: an even number of events comes as JSON, an odd one as JSON lines.
    const isJson = all.length % 2 === 0;
    const lines = all.map((report) => `${JSON.stringify(report)}\n`).join('');
    return [Buffer.from(isJson ? JSON.stringify({ events: all }) : lines)];
  },
  sign(body, signingKey) {
    const headers = {
      'content-type': body.includes('{"events":') ? 'application/json' : 'application/jsonl',
      'mailtrap-signature': hmacSha256(signingKey, body).toString('hex'),
    };
    return { headers, body };
  },
};

function reportOf(event: SimulatedEvent, address: string): object {
  const { kind, messageId, at } = event;
  const mail = mailOf(event);
  const digest = createHash('sha256').update(`${kind}|${messageId}|${address}|${at.getTime()}`).digest('hex');
  return {
    ...reports[kind],
    event_id: `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4000-8000-${digest.slice(12, 24)}`,
    message_id: messageId,
    email: address,
    timestamp: Math.floor(at.getTime() / 1000),
    sending_stream: mail.stream,
    sending_domain_name: mail.sendingDomain,
    // A mail has one category.
    category: mail.tags[0],
    custom_variables: mail.metadata,
  };
}
