import { createHash } from 'node:crypto';
import type { SimulatedEvent, SimulatedMail } from './simulator.ts';

const shop = { sendingDomain: 'example.com', templateVersion: '3' };

/** The mails of an ordinary shop. */
const mails: readonly [SimulatedMail, ...SimulatedMail[]] = [
  {
    ...shop,
    template: 'welcome',
    tags: ['onboarding'],
    stream: 'outbound',
    metadata: { tenant: 'acme' },
  },
  {
    ...shop,
    template: 'password-reset',
    templateVersion: '7',
    tags: ['account'],
    stream: 'outbound',
    metadata: { tenant: 'acme' },
  },
  {
    ...shop,
    template: 'receipt',
    tags: ['orders'],
    stream: 'outbound',
    metadata: { tenant: 'globex' },
  },
  {
    ...shop,
    template: 'newsletter',
    templateVersion: '12',
    tags: ['weekly'],
    stream: 'broadcast',
    sendingDomain: 'news.example.com',
    metadata: { campaign: 'autumn', tenant: 'globex' },
  },
];

/** The mail that an event is about. The message id chooses it, so that all events of one message agree. */
export function mailOf(event: SimulatedEvent): SimulatedMail {
  const [choice = 0] = createHash('sha256').update(event.messageId).digest();
  const { template, templateVersion, tags, stream, sendingDomain, metadata } = {
    ...(mails[choice % mails.length] ?? mails[0]),
    ...event,
  };
  return { template, templateVersion, tags, stream, sendingDomain, metadata };
}
