import fc from 'fast-check';
import { randomFrom } from '../../cli/storm/random.ts';
import { providerNames } from '../../providers/manifests.ts';
import type { SimulatedEvent, SimulatedMail } from '../../providers/simulator.ts';
import { simulatorOf } from '../../providers/simulators.ts';

/** Something that happened, and the provider that reports it. */
export type Happening = { readonly provider: string; readonly event: SimulatedEvent };

/** What happened to messages of several providers. Message ids and addresses are added later. */
export type History = (name: string) => Happening[];

/** How the reports of a history arrive: order, repetition, requests and queue batches. */
export type Arrangement = {
  readonly seed: number;
  readonly copies: number;
  readonly mostInRequest: number;
  readonly mostInBatch: number;
};

export const start = new Date('2026-01-01T00:00:00Z');

const kindsOf = new Map(
  await Promise.all(
    providerNames.map(async (name) => [name, (await simulatorOf(name))?.kinds ?? []] as const),
  ),
);

/** Every second address is in capitals, because providers report addresses as they were written. */
const people = (name: string) => [`${name}-ana@example.com`, `${name}-Bob@Example.com`];

/** Milliseconds within a second. A provider that reports whole seconds gives such events one time and different ids. */
const moments = [0, 0, 1, 2];
/** How far the clock of a provider is off. Less than a day ahead: later times are not believed. */
const skews = [0, 0, -3_600_000, 1_000, 23 * 3_600_000];

/** What is told of a mail, which can differ between the events of one message: then the order must not matter either. */
const mails: readonly Partial<SimulatedMail>[] = [
  { template: 'welcome', tags: ['a'], stream: 'outbound', metadata: {} },
  { template: 'receipt', tags: ['b'], stream: 'broadcast', metadata: { tenant: 'acme' } },
  { template: 'newsletter', tags: [], stream: 'broadcast', metadata: { tenant: 'globex', plan: 'trial' } },
];

/**
 * Uses few seconds, people, messages and kinds of events, so that ties and conflicts are frequent: several reports of one
 * kind within a second, and messages of two providers with the same id.
 */
export function anyHistory(): fc.Arbitrary<History> {
  const sender = fc.record({
    provider: fc.constantFrom(...providerNames),
    // Two of four messages have the same id.
    id: fc.nat({ max: 2 }),
    skew: fc.constantFrom(...skews),
  });
  // Half of the histories have one message to one person, where conflicts are most frequent.
  const messages = fc.oneof(
    fc.array(sender, { minLength: 1, maxLength: 1 }),
    fc.array(sender, { minLength: 2, maxLength: 4 }),
  );
  const palette = fc.array(fc.nat({ max: 60 }), { minLength: 2, maxLength: 6 });
  const happening = fc.record({
    message: fc.nat({ max: 3 }),
    kind: fc.nat({ max: 5 }),
    second: fc.integer({ min: 0, max: 3 }),
    moment: fc.constantFrom(...moments),
    to: fc.constantFrom([0], [1], [0, 1]),
    mail: fc.constantFrom(...mails),
  });
  return fc
    .record({
      messages,
      palette,
      happenings: fc.array(happening, { minLength: 1, maxLength: 14, size: 'max' }),
    })
    .map(({ messages, palette, happenings }) => {
      const history: History = (name) => {
        const all = happenings.flatMap(({ message, kind, second, moment, to, mail }) => {
          const sent = messages[message % messages.length];
          if (!sent) return [];
          const { provider, id, skew } = sent;
          const kinds = kindsOf.get(provider) ?? [];
          const event = {
            kind: kinds[(palette[kind % palette.length] ?? 0) % kinds.length] ?? '',
            to: (messages.length === 1 ? [0] : to).flatMap((person) => people(name)[person] ?? []),
            messageId: `${name}-m${id}`,
            at: new Date(start.getTime() + skew + second * 1000 + moment),
            ...mail,
          };
          return [{ provider, event }];
        });
        // There is one report per message, kind and moment, so it cannot have two lists of recipients.
        return withOneMail([...new Map(all.map((each) => [identityOf(each), each])).values()]);
      };
      return readable(history);
    });
}

export function anyArrangement(): fc.Arbitrary<Arrangement> {
  return fc.record({
    seed: fc.nat({ max: 1_000_000 }),
    copies: fc.constantFrom(1, 1, 2, 3),
    mostInRequest: fc.integer({ min: 1, max: 5 }),
    mostInBatch: fc.integer({ min: 1, max: 8 }),
  });
}

/** The requests, each a list of reports. */
export function arrivals(happenings: readonly Happening[], arrangement: Arrangement): Happening[][] {
  const random = randomFrom(arrangement.seed);
  const repeated = happenings.flatMap((each) => Array.from({ length: arrangement.copies }, () => each));
  return cut(random.shuffled(repeated), arrangement.mostInRequest, random.next);
}

export function batches<T>(records: readonly T[], { seed, mostInBatch }: Arrangement): T[][] {
  return cut(records, mostInBatch, randomFrom(seed + 1).next);
}

function cut<T>(list: readonly T[], most: number, next: () => number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < list.length; at += parts.at(-1)?.length ?? 1)
    parts.push(list.slice(at, at + 1 + Math.floor(next() * most)));
  return parts;
}

function identityOf({ provider, event }: Happening): string {
  return `${provider} ${event.messageId} ${event.kind} ${event.at.toISOString()}`;
}

/**
 * Reports of one kind within a second tell of the same mail. Some providers report whole seconds and no id, and what they tell of
 * the mail is not part of an event's identity: it does not change between two reports of one event.
 */
function withOneMail(happenings: readonly Happening[]): Happening[] {
  const told = new Map<string, SimulatedEvent>();
  return happenings.map(({ provider, event }) => {
    const second = Math.floor(event.at.getTime() / 1000);
    const key = `${provider} ${event.messageId} ${event.kind} ${second}`;
    const { template, tags, stream, metadata } = told.get(key) ?? event;
    told.set(key, told.get(key) ?? event);
    return { provider, event: { ...event, template, tags, stream, metadata } };
  });
}

/** Makes a counterexample readable. */
function readable(history: History): History {
  const text = () =>
    history('h')
      .map((each) => `${identityOf(each)} to ${each.event.to} ${each.event.template} ${each.event.tags}`)
      .join('\n');
  return Object.assign(history, { [fc.toStringMethod]: text });
}
