import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';

const visit = {
  ip_address: '203.0.113.5',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

const rejected = 'Permanent SMTP delivery error when sending to mx.example.com';

/** The event of each kind, and the fields of its payload besides the message. */
const reports: Record<string, { readonly event: string; readonly fields?: object }> = {
  delivered: {
    event: 'MessageSent',
    fields: { status: 'Sent', details: 'Message sent to mx.example.com', output: '250 2.0.0 OK' },
  },
  deferred: {
    event: 'MessageDelayed',
    fields: {
      status: 'SoftFail',
      details: 'Temporary SMTP delivery error',
      output: '451 4.7.1 try again later',
    },
  },
  hard_bounce: {
    event: 'MessageDeliveryFailed',
    fields: { status: 'HardFail', details: rejected, output: '550 5.1.1 no such user' },
  },
  soft_bounce: {
    event: 'MessageDeliveryFailed',
    fields: { status: 'HardFail', details: rejected, output: '552 5.2.2 mailbox full' },
  },
  bounce_mail: { event: 'MessageBounced' },
  dropped: {
    event: 'MessageHeld',
    fields: { status: 'Held', details: 'Recipient is on the suppression list (reason: too many hard fails)' },
  },
  held: { event: 'MessageHeld', fields: { status: 'Held', details: 'Server is in development mode' } },
  open: { event: 'MessageLoaded', fields: visit },
  click: {
    event: 'MessageLinkClicked',
    fields: { ...visit, url: 'https://example.com/welcome', token: 'l1nk' },
  },
  unknown: { event: 'SendLimitApproaching', fields: { volume: 900, limit: 1000 } },
};

export const simulate: Simulator = {
  kinds: Object.keys(reports),
  covers: { body: true, time: false },
  makeKeys() {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return {
      signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      // The form in the DKIM record of the installation.
      verificationKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    };
  },
  payloadsOf: (events) =>
    events.flatMap((event) =>
      event.to.map((address) => Buffer.from(JSON.stringify(reportOf(event, address)))),
    ),
  sign(body, signingKey) {
    const signed = (algorithm: string) => createSign(algorithm).update(body).sign(signingKey, 'base64');
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Postal/3.3.6',
      'x-postal-signature': signed('sha1'),
      'x-postal-signature-256': signed('sha256'),
    };
    return { headers, body };
  },
};

function reportOf(simulated: SimulatedEvent, address: string): object {
  const { kind, messageId, at, sentAt = at } = simulated;
  const { event, fields } = reports[kind] ?? {};
  const mail = mailOf(simulated);
  const digest = createHash('sha256').update(`${kind}|${messageId}|${address}|${at.getTime()}`).digest('hex');
  const seconds = at.getTime() / 1000;
  const message = {
    id: Number.parseInt(digest.slice(0, 6), 16),
    token: digest.slice(0, 12),
    direction: 'outgoing',
    message_id: messageId,
    to: address,
    from: `no-reply@${mail.sendingDomain}`,
    subject: 'Welcome',
    timestamp: sentAt.getTime() / 1000,
    spam_status: 'NotChecked',
    // A mail has one tag.
    tag: mail.tags[0] ?? null,
  };
  const about = kind === 'bounce_mail' ? { original_message: message, bounce: { id: 7 } } : { message };
  return {
    event,
    timestamp: seconds,
    payload: { ...about, ...fields, timestamp: seconds },
    uuid: `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4000-8000-${digest.slice(12, 24)}`,
  };
}
