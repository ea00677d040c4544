import { createHash, randomBytes } from 'node:crypto';
import { hmacSha256 } from '../hmac.ts';
import { sharedKey } from '../simulated-keys.ts';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';

/** The type of each kind of report, and what the mail or visit in it has besides the common fields. */
const reports: Record<string, { readonly type: string; readonly fields?: object }> = {
  processed: { type: 'email.accepted' },
  deferred: { type: 'email.attempted', fields: { status: 'attempted' } },
  delivered: { type: 'email.delivered', fields: { status: 'delivered' } },
  hard_bounce: { type: 'email.bounced', fields: { status: 'bounced' } },
  dropped: { type: 'email.suppressed', fields: { status: 'suppressed' } },
  rejected: { type: 'email.rejected', fields: { status: 'rejected' } },
  complaint: { type: 'email.complained', fields: { status: 'complained' } },
  unknown: { type: 'email.received' },
};

const visit = {
  ip_address: '203.0.113.5',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

const visits: Record<string, { readonly type: string; readonly fields: object }> = {
  open: { type: 'email.loaded', fields: { object: 'load', ...visit } },
  click: {
    type: 'email.clicked',
    fields: { object: 'click', ...visit, link: { id: 'link_1', url: 'https://example.com/welcome' } },
  },
};

export const simulate: Simulator = {
  kinds: [...Object.keys(reports), ...Object.keys(visits)],
  covers: { body: true, time: true },
  makeKeys: () => sharedKey(`whsec_${randomBytes(32).toString('hex')}`),
  payloadsOf(events) {
    const all = events.flatMap((event) => event.to.map((address) => reportOf(event, address)));
    return [Buffer.from(JSON.stringify(all))];
  },
  sign(body, signingKey, now) {
    const time = String(Math.floor(now.getTime() / 1000));
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Emailit-Webhooks/2.0',
      'x-emailit-timestamp': time,
      'x-emailit-signature': hmacSha256(signingKey, `${time}.`, body).toString('hex'),
    };
    return { headers, body };
  },
};

function reportOf(event: SimulatedEvent, address: string): object {
  const { kind, messageId, at, sentAt = at } = event;
  const { sendingDomain, metadata: meta } = mailOf(event);
  const from = `no-reply@${sendingDomain}`;
  const written = (moment: Date) => moment.toISOString().replace('Z', '000+00:00');
  const [time, created_at] = [written(at), written(sentAt)];
  const digest = createHash('sha256').update(`${kind}|${messageId}|${address}|${time}`).digest('base64url');
  const event_id = `evt_${digest.slice(0, 25)}`;
  const seen = visits[kind];
  if (seen) {
    const email = { id: messageId, rcpt_to: address, mail_from: from, created_at, meta };
    const object = { id: `v_${digest.slice(0, 20)}`, email, ...seen.fields, created_at: time };
    return { event_id, type: seen.type, data: { object } };
  }
  const { type, fields } = reports[kind] ?? {};
  const object = {
    id: messageId,
    object: 'email',
    from,
    to: address,
    subject: 'Welcome',
    meta,
    created_at,
    updated_at: time,
    ...fields,
  };
  return { event_id, type, data: { object } };
}
