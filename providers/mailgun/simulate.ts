import { createHash, randomBytes } from 'node:crypto';
import { hmacSha256 } from '../hmac.ts';
import { sharedKey } from '../simulated-keys.ts';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';
import { formKinds, formPayload, isForm, signedForm } from './simulate-form.ts';

const visitor = {
  ip: '203.0.113.5',
  'client-info': {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'client-name': 'Firefox',
    'client-type': 'browser',
    'client-os': 'Linux',
    'device-type': 'desktop',
    bot: '',
  },
};

/** Events about a visit say less about the mail. */
const aboutVisits = { template: undefined, envelope: undefined };

/** The fields of each kind of event besides the common ones. */
const reports: Record<string, object> = {
  processed: { event: 'accepted', method: 'HTTP' },
  deferred: {
    event: 'failed',
    severity: 'temporary',
    reason: 'generic',
    'delivery-status': { 'attempt-no': 1, code: 421, 'retry-seconds': 600, message: '4.7.0 try again later' },
  },
  delivered: { event: 'delivered', 'delivery-status': { 'attempt-no': 1, code: 250, message: 'OK' } },
  hard_bounce: {
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    'delivery-status': {
      'attempt-no': 1,
      code: 550,
      'enhanced-code': '5.1.1',
      'bounce-type': 'hard',
      message: '5.1.1 no such user',
    },
  },
  soft_bounce: {
    event: 'failed',
    severity: 'permanent',
    reason: 'old',
    'delivery-status': { 'attempt-no': 8, code: 498, 'bounce-type': 'soft', message: 'Too old' },
  },
  dropped: {
    event: 'failed',
    severity: 'permanent',
    reason: 'suppress-bounce',
    'delivery-status': {
      code: 605,
      message: '',
      description: 'Not delivering to previously bounced address',
    },
  },
  // A bounce that came as a mail of its own has no tags.
  delayed_bounce: {
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    flags: { 'is-test-mode': false, 'is-delayed-bounce': true },
    'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: '5.1.1 no such user' },
    envelope: {},
    tags: undefined,
    'user-variables': undefined,
    template: undefined,
  },
  // It has no recipient field: the header names the recipients.
  rejected: { event: 'rejected', reject: { reason: 'Not allowed to send' }, recipient: undefined },
  open: { event: 'opened', ...visitor, ...aboutVisits },
  click: { event: 'clicked', url: 'https://example.com/welcome', ...visitor, ...aboutVisits },
  complaint: { event: 'complained' },
  unsubscribe: { event: 'unsubscribed', ...visitor, tags: ['*'] },
  // The tags of the mail, as they are left.
  tag_unsubscribe: { event: 'unsubscribed', ...visitor },
  unknown: { event: 'stored' },
};

export const simulate: Simulator = {
  kinds: [...Object.keys(reports), ...formKinds],
  covers: { body: false, time: true },
  makeKeys: () => sharedKey(randomBytes(16).toString('hex')),
  payloadsOf: (events) =>
    events.flatMap((event) =>
      event.to.map((address) =>
        formKinds.includes(event.kind) ? formPayload(event, address) : payloadOf(event, address),
      ),
    ),
  sign(payload, signingKey, now) {
    // Mailgun's token is random and seems to be the same for all retries, so the same event has the same token here.
    const token = createHash('sha256').update(payload).digest('hex').slice(0, 50);
    if (isForm(payload)) return signedForm(payload, token, signingKey);
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const signature = {
      timestamp,
      token,
      signature: hmacSha256(signingKey, timestamp, token).toString('hex'),
    };
    const start = Buffer.from(`{"signature":${JSON.stringify(signature)},"event-data":`);
    const headers = { 'content-type': 'application/json' };
    return { headers, body: Buffer.concat([start, payload, Buffer.from('}')]) };
  },
};

function payloadOf(event: SimulatedEvent, address: string): Buffer {
  const { kind, messageId, at } = event;
  const { template, templateVersion, tags, sendingDomain, metadata } = mailOf(event);
  const from = `no-reply@${sendingDomain}`;
  const report = {
    id: createHash('sha256').update(`${kind}|${messageId}|${address}`).digest('base64url').slice(0, 22),
    timestamp: at.getTime() / 1000,
    'log-level': 'info',
    recipient: address,
    tags,
    'user-variables': metadata,
    template: { name: template, version: templateVersion },
    flags: { 'is-test-mode': false },
    envelope: {
      sender: from,
      'sending-ip': '192.0.2.10',
      transport: 'smtp',
      targets: address,
    },
    message: {
      headers: {
        'message-id': messageId,
        to: `Somebody <${address}>`,
        from,
        subject: 'Welcome',
      },
      size: 586,
    },
    domain: { name: sendingDomain },
    account: { id: 'acc1' },
    ...reports[kind],
  };
  return Buffer.from(JSON.stringify(report));
}
