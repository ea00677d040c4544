import type { StoredFacts } from '../../app/ports/lake.ts';
import { type Random, randomFrom } from '../../cli/storm/random.ts';
import type { EventType } from '../../core/email-event.ts';
import { toAddress, toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';

export type HistoryShape = {
  readonly seed: number;
  readonly sends: number;
  readonly days: number;
  /** The first day, in milliseconds. */
  readonly start?: number;
  /** How many people get this mail. @default a third of the sends */
  readonly people?: number;
};

const hour = 3_600_000;
const day = 24 * hour;

const providers = ['sendgrid', 'ses', 'postmark', 'mailgun', 'resend'] as const;
const hosts = ['gmail.com', 'outlook.com', 'yahoo.co.uk', 'icloud.com', 'acme.example', 'own.example'];
const templates = ['welcome', 'receipt', 'reset', 'digest', undefined];

/** The events of a mail history: sends over some days, and what became of each, some of it much later. */
export function mailHistory({
  seed,
  sends,
  days,
  start = Date.UTC(2026, 0, 1),
  people,
}: HistoryShape): StoredFacts[] {
  const random = randomFrom(seed);
  const events: StoredFacts[] = [];
  for (let index = 0; index < sends; index += 1) {
    const send = sendOf(index, random, people ?? Math.ceil(sends / 3));
    let at = start + Math.floor(random.next() * days * day);
    const sentAt = momentFromMillis(at);
    const told = { ...send, ...((send.provider === 'ses' || send.provider === 'resend') && { sentAt }) };
    for (const [number, step] of lifeOf(random).entries()) {
      at += Math.floor(step.after);
      const id = toEventId(`${send.provider}-${seed}-${index}-${number}`);
      const receivedAt = momentFromMillis(at + 1_000 + Math.floor(random.next() * 5_000));
      events.push({
        ...told,
        id,
        type: step.type,
        providerType: step.type,
        occurredAt: momentFromMillis(at),
        receivedAt,
        storedAt: receivedAt,
        ...step.more,
      } as StoredFacts);
    }
  }
  return events;
}

function sendOf(index: number, random: Random, people: number) {
  const { pick } = random;
  const person = Math.floor(random.next() * people);
  const template = pick(templates);
  const stream = pick(['transactional', 'news', undefined]);
  return {
    provider: pick(providers),
    messageId: toMessageId(`${index.toString(36)}-${Math.floor(random.next() * 1e15).toString(36)}`),
    recipient: toAddress(`person${person}@${hosts[person % hosts.length]}`),
    sendingDomain: pick(['mail.shop.example', 'news.shop.example']),
    ...(stream && { stream }),
    ...(template && {
      template,
      templateVersion: String(1 + Math.floor(random.next() * 3)),
      tags: [template, pick(['a', 'b'])],
    }),
    ...(random.next() < 0.5 && {
      metadata: { campaign: pick(['spring', 'sum"mer', 'ünï\\']), tenant: `t${person}` },
    }),
  };
}

type Step = { readonly type: EventType; readonly after: number; readonly more?: object };

function lifeOf(random: Random): Step[] {
  const chance = random.happens;
  const within = (most: number) => random.next() * most;
  if (chance(0.01))
    return [{ type: 'dropped', after: 0, more: { blames: 'address', reason: 'Bounced Address' } }];
  const steps: Step[] = chance(0.6) ? [{ type: 'processed', after: within(2_000) }] : [];
  if (chance(0.05)) steps.push({ type: 'deferred', after: within(hour) });
  if (chance(0.03)) steps.push({ type: 'soft_bounce', after: within(hour), more: { smtpStatus: '4.2.2' } });
  // A bounce can be three days late.
  if (chance(0.03))
    return [
      ...steps,
      { type: 'hard_bounce', after: chance(0.3) ? 3 * day : within(5_000), more: { smtpStatus: '5.1.1' } },
    ];
  if (chance(0.02)) return steps;
  steps.push({ type: 'delivered', after: within(30_000) });
  if (chance(0.3)) steps.push(visit('open', within(60_000), true));
  while (chance(0.4)) steps.push(visit('open', within(2 * day), false));
  if (chance(0.1)) steps.push(visit('click', within(hour), chance(0.3)));
  if (chance(0.02)) steps.push({ type: 'unsubscribe', after: within(day), more: { scope: '*' } });
  if (chance(0.01)) steps.push({ type: 'complaint', after: within(20 * day) });
  return steps;
}

function visit(type: 'open' | 'click', after: number, byMachine: boolean): Step {
  const machine = byMachine ? { machine: { likely: true, rule: 'prefetch' } } : {};
  const url = type === 'click' ? { url: 'https://shop.example/sale?who=person7' } : {};
  return { type, after, more: { ...machine, ...url } };
}
