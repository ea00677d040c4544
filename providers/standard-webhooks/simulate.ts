import { mailOf } from '../simulated-mail.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';
import { makeStandardKeys, standardHeaders } from '../standard-signature.ts';

const visit = {
  ip: '203.0.113.5',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

const reports: Record<string, { type: string; details?: object }> = {
  processed: { type: 'email.sent' },
  deferred: { type: 'email.deferred', details: { response: '450 4.2.1 try again later', status: '4.2.1' } },
  delivered: { type: 'email.delivered', details: { response: '250 2.0.0 OK' } },
  hard_bounce: {
    type: 'email.bounced',
    details: { bounce_type: 'hard', status: '5.1.1', response: '550 5.1.1 no such user' },
  },
  soft_bounce: {
    type: 'email.bounced',
    details: { bounce_type: 'soft', status: '4.2.2', response: '452 4.2.2 mailbox full' },
  },
  dropped: { type: 'email.suppressed', details: { reason: 'bounced before' } },
  'email.failed': { type: 'email.failed', details: { reason: 'template not found' } },
  open: { type: 'email.opened', details: visit },
  click: { type: 'email.clicked', details: { ...visit, url: 'https://example.com/welcome' } },
  complaint: { type: 'email.complained' },
  unsubscribe: { type: 'email.unsubscribed', details: { list_id: 'newsletter' } },
  resubscribe: { type: 'email.resubscribed', details: { list_id: 'newsletter' } },
  unknown: { type: 'email.something_new' },
};

export const simulate: Simulator = {
  kinds: Object.keys(reports),
  covers: { body: true, time: true },
  makeKeys: makeStandardKeys,
  payloadsOf: (events) =>
    events.flatMap((event) =>
      event.to.map((address) => Buffer.from(JSON.stringify(reportOf(event, address)))),
    ),
  sign: (body, signingKey, now) => ({ headers: standardHeaders('webhook', body, signingKey, now), body }),
};

function reportOf(event: SimulatedEvent, address: string): object {
  const { kind, messageId, at, sentAt = at } = event;
  const { type, details } = reports[kind] ?? {};
  const { template, templateVersion, tags, stream, sendingDomain, metadata } = mailOf(event);
  const data = {
    message_id: messageId,
    recipient: address,
    from: `no-reply@${sendingDomain}`,
    sent_at: sentAt.toISOString(),
    stream,
    tags,
    template,
    template_version: templateVersion,
    ip_pool: 'shared',
    metadata,
    ...details,
  };
  return { type, timestamp: at.toISOString(), data };
}
