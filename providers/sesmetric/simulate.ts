import { createHash, randomBytes } from 'node:crypto';
import { hmacSha256 } from '../hmac.ts';
import { sharedKey } from '../simulated-keys.ts';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';

const visit = {
  ipAddress: '203.0.113.5',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

const reports: Record<string, { type: string; details?: object }> = {
  delivered: { type: 'delivery', details: { smtpResponse: '250 2.6.0 Message received' } },
  hard_bounce: { type: 'bounce', details: { bounceType: 'Permanent', bounceSubType: 'General' } },
  soft_bounce: { type: 'bounce', details: { bounceType: 'Transient', bounceSubType: 'MailboxFull' } },
  dropped: {
    type: 'bounce',
    details: { bounceType: 'Permanent', bounceSubType: 'OnAccountSuppressionList' },
  },
  open: { type: 'open', details: visit },
  click: { type: 'click', details: { ...visit, link: 'https://example.com/welcome' } },
  complaint: { type: 'complaint', details: { complaintFeedbackType: 'abuse' } },
  unknown: { type: 'something_new' },
};

export const simulate: Simulator = {
  kinds: Object.keys(reports),
  covers: { body: true, time: true },
  makeKeys: () => sharedKey(`sm_${randomBytes(24).toString('base64url')}`),
  payloadsOf: (events) =>
    events.flatMap((event) =>
      event.to.map((address) => Buffer.from(JSON.stringify(reportOf(event, address)))),
    ),
  sign(body, signingKey, now) {
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const headers = {
      'content-type': 'application/json',
      'x-sesmetric-timestamp': timestamp,
      'x-sesmetric-signature': hmacSha256(signingKey, `${timestamp}.`, body).toString('hex'),
    };
    return { headers, body };
  },
};

function reportOf(event: SimulatedEvent, address: string): object {
  const { kind, messageId, at } = event;
  const { type, details } = reports[kind] ?? {};
  const eventTimestamp = at.toISOString();
  const digest = createHash('sha256')
    .update(`${kind}|${messageId}|${eventTimestamp}|${address}`)
    .digest('hex');
  return {
    id: `evt_${digest.slice(0, 24)}`,
    type,
    data: {
      messageId,
      subject: 'Welcome',
      source: `no-reply@${mailOf(event).sendingDomain}`,
      recipients: [address],
      eventTimestamp,
      ...details,
    },
  };
}
