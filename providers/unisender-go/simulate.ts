import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { sharedKey } from '../simulated-keys.ts';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';
import { md5With } from './auth.ts';

const visit = {
  ip: '203.0.113.5',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  country_code: 'FR',
};

const failed = (delivery_status: string, destination_response: string) => ({
  status: 'hard_bounced',
  delivery_info: { delivery_status, destination_response, sender_ip: '192.0.2.10' },
});

/** The fields of each kind of report besides the common ones. */
const reports: Record<string, object> = {
  processed: { status: 'sent' },
  deferred: {
    status: 'soft_bounced',
    delivery_info: { delivery_status: 'err_will_retry', destination_response: '451 4.7.1 try again later' },
  },
  delivered: { status: 'delivered', delivery_info: { delivery_status: 'ok_delivered' } },
  hard_bounce: failed('err_user_unknown', '550 5.1.1 no such user'),
  soft_bounce: failed('err_mailbox_full', '552 5.2.2 mailbox full'),
  dropped: failed('err_unreachable', ''),
  lost: failed('err_lost', ''),
  open: { status: 'opened', delivery_info: visit },
  click: { status: 'clicked', delivery_info: visit, url: 'https://example.com/welcome' },
  complaint: { status: 'spam' },
  unsubscribe: { status: 'unsubscribed' },
  resubscribe: { status: 'subscribed' },
  unknown: { status: 'something_new' },
};

/** Stands for `auth` until the body is signed. */
const placeholder = '0'.repeat(32);

export const simulate: Simulator = {
  kinds: Object.keys(reports),
  covers: { body: true, time: false },
  makeKeys: () => sharedKey(randomBytes(20).toString('hex')),
  payloadsOf(events) {
    // Each user in a body is one project.
    const projects = new Map<string, object[]>();
    for (const event of events) {
      const { stream } = mailOf(event);
      const reports = event.to.map((address) => reportOf(event, address));
      projects.set(stream, [...(projects.get(stream) ?? []), ...reports]);
    }
    const users = [...projects].map(([project_name, all]) => ({
      user_id: 456,
      project_id: project_name.length,
      project_name,
      events: all,
    }));
    return [Buffer.from(JSON.stringify({ auth: placeholder, events_by_user: users }))];
  },
  sign(payload, signingKey) {
    const at = payload.indexOf(placeholder);
    if (at < 0) throw new Error('unisender-go: expected a payload with a place for "auth", found none');
    const [start, end] = [payload.subarray(0, at), payload.subarray(at + placeholder.length)];
    const auth = md5With(signingKey, start, end).toString('hex');
    const body = Buffer.concat([start, Buffer.from(auth), end]);
    // Both formats: a larger body comes compressed.
    const isLarge = body.length > 1_500;
    return { headers: { 'content-type': 'application/json' }, body: isLarge ? gzipSync(body) : body };
  },
  checks: () => [{ method: 'GET', headers: {}, body: Buffer.of() }],
};

function reportOf(event: SimulatedEvent, address: string): object {
  const { kind, messageId, at } = event;
  return {
    event_name: 'transactional_email_status',
    event_data: {
      job_id: messageId,
      email: address,
      event_time: at.toISOString().slice(0, 19).replace('T', ' '),
      metadata: mailOf(event).metadata,
      ...reports[kind],
    },
  };
}
