import { createHash, createPrivateKey, createSign, generateKeyPairSync } from 'node:crypto';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, SimulatedMail, Simulator } from '../simulator.ts';

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The fields of each kind of report besides the common ones. */
const reports: Record<string, object> = {
  processed: { event: 'processed', send_at: 0 },
  deferred: { event: 'deferred', response: '450 4.2.1 try again later', attempt: '1' },
  delivered: { event: 'delivered', response: '250 2.0.0 OK', ip: '192.0.2.10', tls: 1 },
  hard_bounce: {
    event: 'bounce',
    type: 'bounce',
    status: '5.1.1',
    reason: '550 5.1.1 no such user',
    bounce_classification: 'Invalid Address',
    ip: '192.0.2.10',
    tls: 1,
  },
  soft_bounce: {
    event: 'bounce',
    type: 'blocked',
    status: '5.2.2',
    reason: '552 5.2.2 mailbox is over its quota',
    bounce_classification: 'Mailbox Unavailable',
    ip: '192.0.2.10',
    tls: 1,
  },
  dropped: { event: 'dropped', reason: 'Bounced Address', status: '5.0.0' },
  open: {
    event: 'open',
    sg_machine_open: false,
    ip: '203.0.113.5',
    useragent: userAgent,
    sg_content_type: 'html',
  },
  machine_open: {
    event: 'open',
    sg_machine_open: true,
    ip: '203.0.113.5',
    useragent: 'Mozilla/5.0',
    sg_content_type: 'html',
  },
  click: {
    event: 'click',
    url: 'https://example.com/welcome',
    url_offset: { index: 0, type: 'html' },
    ip: '203.0.113.5',
    useragent: userAgent,
  },
  complaint: { event: 'spamreport' },
  unsubscribe: { event: 'unsubscribe' },
  group_unsubscribe: {
    event: 'group_unsubscribe',
    asm_group_id: 10,
    ip: '203.0.113.5',
    useragent: userAgent,
  },
  resubscribe: { event: 'group_resubscribe', asm_group_id: 10, ip: '203.0.113.5', useragent: userAgent },
  unknown: { event: 'account_status_change', type: 'compliance_suspend' },
};

export const simulate: Simulator = {
  kinds: Object.keys(reports),
  covers: { body: true, time: true },
  makeKeys() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return {
      signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      // The form that SendGrid's dashboard shows.
      verificationKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    };
  },
  // What fits into the 768 KB at which SendGrid posts, at the latest.
  eventsPerPost: 1_000,
  payloadsOf(events) {
    const all = events.flatMap((event) => event.to.map((address) => reportOf(event, address)));
    // SendGrid ends each event, and the list, with CR LF. The signature covers them.
    return [Buffer.from(`[${all.map((report) => JSON.stringify(report)).join(',\r\n')}]\r\n`)];
  },
  sign(body, signingKey, now) {
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const signature = createSign('sha256')
      .update(timestamp)
      .update(body)
      .sign(createPrivateKey(signingKey), 'base64');
    const headers = {
      'content-type': 'application/json;charset=utf-8',
      'user-agent': 'SendGrid Event API',
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': signature,
    };
    return { headers, body };
  },
};

function reportOf(event: SimulatedEvent, address: string): object {
  const { kind, messageId, at } = event;
  const timestamp = Math.floor(at.getTime() / 1000);
  // Events within one second have the same time, and different ids.
  const id = Buffer.from(`${kind}-${at.getTime() / 1000}-${messageId}-${address}`).toString('base64url');
  return {
    email: address,
    timestamp,
    'smtp-id': `<${messageId}@geopod-ismtpd-1>`,
    ...(kind === 'unknown' ? {} : toldOf(kind, mailOf(event))),
    ...reports[kind],
    sg_event_id: id,
    sg_message_id: `${messageId}.recvd-7c4d5f6b8-x2x4k-1-6955A2B4-1.0`,
  };
}

/** Categories and custom arguments are in every event of a mail. The rest is only in some. */
function toldOf(kind: string, mail: SimulatedMail): object {
  const { template, templateVersion, tags, stream, sendingDomain, metadata } = mail;
  return {
    ...metadata,
    category: tags,
    ...(kinds.withTemplate.includes(kind) && {
      sg_template_id: `d-${createHash('md5').update(template).digest('hex')}`,
      sg_template_name: template,
      template_version_id: templateVersion,
    }),
    ...(kinds.withGroup.includes(kind) && { asm_group_id: groups[stream] ?? stream }),
    ...(kind === 'processed' && { pool: { name: stream, id: 210 } }),
    ...(kind === 'deferred' && { domain: sendingDomain, from: `no-reply@${sendingDomain}` }),
  };
}

const kinds = {
  withTemplate: ['processed', 'deferred', 'delivered', 'open', 'machine_open', 'click'],
  withGroup: ['open', 'machine_open', 'click'],
};

/** Unsubscribe groups have numbers. */
const groups: Readonly<Record<string, number>> = { broadcast: 10, outbound: 11 };
