import fc from 'fast-check';
import { randomFrom } from '../../cli/storm/random.ts';
import { providerNames } from '../../providers/manifests.ts';
import type { SimulatedEvent } from '../../providers/simulator.ts';
import { simulatorOf } from '../../providers/simulators.ts';

/** Something that happened, and the provider that reports it. */
export type Happening = { readonly provider: string; readonly event: SimulatedEvent };

/** What happened to some messages of some providers, to people who get several of them. Names come later. */
export type History = (name: string) => Happening[];

/** How the reports of a history arrive: the order, the repetition, the requests, the batches of the queue. */
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

/** One of two people writes the address in capitals; a provider repeats it as it was written. */
const people = (name: string) => [`${name}-ana@example.com`, `${name}-Bob@Example.com`];

/** With few seconds, few people, few messages and few kinds of events, so that ties and meetings are frequent. */
export function anyHistory(): fc.Arbitrary<History> {
  const provider = fc.constantFrom(...providerNames);
  // Every other history is that of one message to one person, in which more meets more.
  const messages = fc.oneof(
    fc.array(provider, { minLength: 1, maxLength: 1 }),
    fc.array(provider, { minLength: 2, maxLength: 4 }),
  );
  const palette = fc.array(fc.nat({ max: 60 }), { minLength: 2, maxLength: 6 });
  const happening = fc.record({
    message: fc.nat({ max: 3 }),
    kind: fc.nat({ max: 5 }),
    second: fc.integer({ min: 0, max: 3 }),
    to: fc.constantFrom([0], [1], [0, 1]),
  });
  return fc
    .record({
      messages,
      palette,
      happenings: fc.array(happening, { minLength: 1, maxLength: 14, size: 'max' }),
    })
    .map(({ messages, palette, happenings }) => {
      const history: History = (name) => {
        const all = happenings.map(({ message, kind, second, to }) => {
          const index = message % messages.length;
          const provider = messages[index] ?? '';
          const kinds = kindsOf.get(provider) ?? [];
          const event = {
            kind: kinds[(palette[kind % palette.length] ?? 0) % kinds.length] ?? '',
            to: (messages.length === 1 ? [0] : to).flatMap((person) => people(name)[person] ?? []),
            messageId: `${name}-m${index}`,
            at: new Date(start.getTime() + second * 1000),
          };
          return { provider, event };
        });
        // Of one message, one kind and one second there is one report: it cannot have had two lists of recipients.
        return [...new Map(all.map((each) => [identityOf(each), each])).values()];
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

/** The requests in which the reports come, each a list of reports. */
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

function identityOf({ event }: Happening): string {
  return `${event.messageId} ${event.kind} ${event.at.toISOString()}`;
}

/** So that a counterexample can be read. */
function readable(history: History): History {
  const text = () =>
    history('h')
      .map(({ provider, event }) => `${provider} ${identityOf({ provider, event })} to ${event.to}`)
      .join('\n');
  return Object.assign(history, { [fc.toStringMethod]: text });
}
