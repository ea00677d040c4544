import type { MessageReport } from '../../../client/api.ts';
import type { SimulatedEvent } from '../../../providers/simulator.ts';
import { simulatorOf } from '../../../providers/simulators.ts';
import { eventually } from '../../support/wait.ts';

/** Posts one payload as a provider would. */
export type Post = (
  provider: string,
  request: { headers: Record<string, string>; body: Buffer },
) => Promise<number>;

export type Sender = {
  /** Sends events as the provider would, signed. */
  send(provider: string, events: readonly SimulatedEvent[]): Promise<void>;
  /** Sends a body that is signed correctly and cannot be read. */
  sendUnreadable(provider: string, body: string): Promise<void>;
};

export function senderOf(post: Post, signingKeyOf: (provider: string) => string): Sender {
  const postBody = async (provider: string, body: Buffer) => {
    const simulator = await foundSimulator(provider);
    const status = await post(provider, simulator.sign(body, signingKeyOf(provider), new Date()));
    if (status !== 200) throw new Error(`expected ${provider} to get a 200, found ${status}`);
  };
  return {
    async send(provider, events) {
      const simulator = await foundSimulator(provider);
      for (const payload of simulator.payloadsOf(events)) await postBody(provider, payload);
    },
    sendUnreadable: (provider, body) => postBody(provider, Buffer.from(body)),
  };
}

async function foundSimulator(provider: string) {
  const simulator = await simulatorOf(provider);
  if (!simulator) throw new Error(`there is no simulator of ${provider}`);
  return simulator;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export const people = {
  reset: 'maria.lopez@example.com',
  bounced: 'ben.carter@example.org',
  complained: 'j.smith@example.net',
  released: 'aiko.tanaka@example.com',
};

export const messages = {
  reset: 're-reset-7f3a91c4',
  bounced: 'sg-invoice-2291',
  complained: 'sg-offer-8817',
  group: 'sg-minutes-0417',
};

const reset = { template: 'password-reset', tags: ['security'], stream: 'outbound' };
const invoice = { template: 'invoice', tags: ['billing', 'monthly'], stream: 'billing' };
const offer = { template: 'spring-offer', tags: ['campaign'], stream: 'newsletter' };
const welcome = { template: 'welcome', tags: ['onboarding'], stream: 'outbound' };

/** A few stories that support people know: each test, and each picture, is about one of them. */
export async function tellStories({ send }: Sender, now: Date): Promise<void> {
  const at = (millisAgo: number) => new Date(now.getTime() - millisAgo);
  const story = (
    provider: string,
    messageId: string,
    to: readonly string[],
    mail: object,
    steps: readonly (readonly [string, number])[],
  ) =>
    Promise.all(steps.map(([kind, ago]) => send(provider, [{ kind, to, messageId, at: at(ago), ...mail }])));

  await story('resend', 're-welcome-11d0', [people.reset], welcome, [
    ['delivered', 9 * day],
    ['open', 9 * day - hour],
    ['click', 9 * day - 2 * hour],
  ]);
  await story('sendgrid', 'sg-invoice-1840', [people.reset], invoice, [
    ['processed', 30 * hour + minute],
    ['deferred', 30 * hour],
    ['delivered', 29 * hour],
  ]);
  await story('resend', messages.reset, [people.reset], reset, [
    ['delivered', 42 * minute],
    ['open', 38 * minute],
  ]);
  await story('sendgrid', messages.bounced, [people.bounced], invoice, [
    ['processed', 3 * hour + 2 * minute],
    ['delivered', 3 * hour],
    ['hard_bounce', 2 * hour + 48 * minute],
    ['open', 2 * hour + 30 * minute],
  ]);
  await story('sendgrid', messages.complained, [people.complained], offer, [
    ['processed', 2 * day + hour],
    ['delivered', 2 * day],
    ['open', 2 * day - hour],
    ['complaint', 2 * day - 2 * hour],
  ]);
  const group = ['ines@example.com', 'omar@example.org', 'lena@example.net'];
  await story('sendgrid', messages.group, group, welcome, [['processed', 5 * hour + minute]]);
  await story('sendgrid', messages.group, group.slice(0, 1), welcome, [['delivered', 5 * hour]]);
  await story('sendgrid', messages.group, group.slice(1, 2), welcome, [['soft_bounce', 5 * hour]]);
  await story('sendgrid', messages.group, group.slice(2), welcome, [
    ['delivered', 5 * hour],
    ['click', 4 * hour],
  ]);
  await story('sendgrid', 'sg-offer-8102', [people.released], offer, [['hard_bounce', 12 * day]]);
}

/** Waits until the stories, and the failures if there are some, can be read. `read` gets what the API says about a message. */
export async function untilTold(
  read: (messageId: string) => Promise<MessageReport | undefined>,
  failureCount = 0,
): Promise<void> {
  const last = failureCount > 0 ? [failureAt(failureCount - 1, new Date()).messageId] : [];
  for (const messageId of [...Object.values(messages), ...last])
    await eventually(`message ${messageId}`, async () => {
      const report = await read(messageId);
      // The one with the most events of its own.
      return messageId === messages.bounced
        ? report?.recipients[0]?.timeline.length === 4
        : report !== undefined;
    });
}

const names = [
  'noah',
  'emma',
  'liam',
  'mila',
  'ravi',
  'sofia',
  'hugo',
  'zoe',
  'ivan',
  'lucia',
  'tariq',
  'greta',
];
const domains = ['example.com', 'example.org', 'example.net', 'mail.example.com'];
const failures = [
  ['hard_bounce', invoice],
  ['hard_bounce', offer],
  ['dropped', welcome],
  ['complaint', offer],
  ['hard_bounce', welcome],
  ['unsubscribe', offer],
] as const;

/** Suppresses addresses for different causes, over some days. */
export async function tellOfFailures({ send }: Sender, count: number, now: Date): Promise<void> {
  await send(
    'sendgrid',
    Array.from({ length: count }, (_, index) => failureAt(index, now)),
  );
}

function failureAt(index: number, now: Date): SimulatedEvent {
  const [kind, mail] = failures[index % failures.length] ?? failures[0];
  const domain = domains[Math.floor(index / 5) % domains.length];
  return {
    kind,
    ...mail,
    to: [`${names[index % names.length]}.${100 + index}@${domain}`],
    messageId: `sg-${mail.template}-${4000 + index}`,
    at: new Date(now.getTime() - index * 97 * minute - 5 * minute),
  };
}
