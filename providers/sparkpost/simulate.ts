import { createHash } from 'node:crypto';
import { basicHeader } from '../credentials.ts';
import { makeCredentials } from '../simulated-keys.ts';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';

const visit = {
  ip_address: '203.0.113.5',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  user_agent_parsed: { agent_family: 'Firefox', os_family: 'Linux', is_mobile: false, is_proxy: false },
};

/** The class of each kind of report, and its fields besides the common ones. */
const reports: Record<string, readonly [group: string, fields: object]> = {
  processed: ['message_event', { type: 'injection', msg_size: '1337' }],
  deferred: [
    'message_event',
    { type: 'delay', bounce_class: '21', error_code: '421', raw_reason: '421 4.7.0 try again later' },
  ],
  delivered: ['message_event', { type: 'delivery', num_retries: '0', outbound_tls: '1' }],
  hard_bounce: [
    'message_event',
    { type: 'bounce', bounce_class: '10', error_code: '550', raw_reason: '550 5.1.1 no such user' },
  ],
  soft_bounce: [
    'message_event',
    { type: 'bounce', bounce_class: '22', error_code: '552', raw_reason: '552 5.2.2 mailbox full' },
  ],
  out_of_band: ['message_event', { type: 'out_of_band', bounce_class: '10', error_code: '550' }],
  dropped: [
    'message_event',
    { type: 'policy_rejection', bounce_class: '25', raw_reason: '550 5.7.1 recipient address suppressed' },
  ],
  generation_failure: [
    'gen_event',
    { type: 'generation_failure', error_code: '554', raw_reason: 'the template could not be rendered' },
  ],
  complaint: ['message_event', { type: 'spam_complaint', fbtype: 'abuse', report_by: 'mx.example.com' }],
  open: ['track_event', { type: 'open', ...visit }],
  machine_open: ['track_event', { type: 'open', ...visit, user_agent_parsed: { is_prefetched: true } }],
  initial_open: ['track_event', { type: 'initial_open', ...visit }],
  click: [
    'track_event',
    { type: 'click', ...visit, target_link_url: 'https://example.com/welcome', target_link_name: 'Welcome' },
  ],
  unsubscribe: ['unsubscribe_event', { type: 'list_unsubscribe', mailfrom: 'ana@example.com' }],
  unknown: ['ingest_event', { type: 'success' }],
};

export const simulate: Simulator = {
  kinds: Object.keys(reports),
  covers: { body: false, time: false },
  makeKeys: makeCredentials,
  // The largest batch that SparkPost's documentation names.
  eventsPerPost: 350,
  payloadsOf(events) {
    const all = events.flatMap((event) => event.to.map((address) => reportOf(event, address)));
    return [Buffer.from(JSON.stringify(all))];
  },
  sign(body, signingKey) {
    const headers = {
      'content-type': 'application/json',
      authorization: basicHeader(signingKey),
      'x-messagesystems-batch-id': createHash('sha256').update(body).digest('hex').slice(0, 32),
    };
    return { headers, body };
  },
  // The credentials come with it, and without a 200 the webhook is not created.
  checks: (signingKey, now) => [
    { method: 'POST', ...simulate.sign(Buffer.from('[{"msys":{}}]'), signingKey, now) },
  ],
};

function reportOf(event: SimulatedEvent, address: string): object {
  const { kind, messageId, at, sentAt = at } = event;
  const mail = mailOf(event);
  const [group = 'message_event', fields] = reports[kind] ?? [];
  const digest = createHash('sha256').update(`${kind}|${messageId}|${address}|${at.getTime()}`).digest();
  const report = {
    ...fields,
    event_id: digest.readBigUInt64BE().toString(),
    // Whole seconds, as a string.
    timestamp: String(Math.floor(at.getTime() / 1000)),
    transmission_id: messageId,
    message_id: createHash('sha256').update(`${messageId}|${address}`).digest('hex').slice(0, 20),
    rcpt_to: address.toLowerCase(),
    raw_rcpt_to: address,
    campaign_id: mail.tags[0] ?? '',
    rcpt_tags: mail.tags.slice(1),
    customer_id: '1',
    subaccount_id: mail.stream,
    // A bounce that comes by mail has less than the others.
    ...(kind !== 'out_of_band' && {
      friendly_from: `no-reply@${mail.sendingDomain}`,
      injection_time: sentAt.toISOString(),
      ip_pool: 'shared',
      rcpt_meta: mail.metadata,
      template_id: mail.template,
      template_version: mail.templateVersion,
    }),
  };
  return { msys: { [group]: report } };
}
