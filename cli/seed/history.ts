import type { Day } from '../../core/day.ts';
import type { SimulatedEvent } from '../../providers/simulator.ts';
import { randomFrom } from '../storm/random.ts';
import { sendingsOf } from './days.ts';
import { lifeOf, mailOf, timeOfDay } from './lives.ts';
import type { Mailing } from './mailings.ts';
import { type Person, somebody } from './people.ts';

export type SeedSettings = {
  readonly days: number;
  readonly messages: number;
  readonly seed: number;
  readonly now: Date;
};

/** A message with all its events until now. */
export type SeededMessage = {
  readonly player: Mailing['player'];
  readonly events: readonly SimulatedEvent[];
};

/** An average over all invented people. */
const messagesPerPerson = 4;
/** Senders ask before they send, but not all of them do. */
const sentAnyway = 0.15;
const badNews: ReadonlySet<string> = new Set(['hard_bounce', 'complaint']);

/** What the ids of all messages of a seed begin with. */
export function seededPrefix(seed: number): string {
  return `seed${seed}-`;
}

/** An invented history, the oldest message first. The same settings on the same day give the same messages. */
export function historyOf({ days, messages, seed, now }: SeedSettings): SeededMessage[] {
  const random = randomFrom(seed);
  const today = now.toISOString().slice(0, 10) as Day;
  const people = Array.from({ length: Math.max(20, Math.ceil(messages / messagesPerPerson)) }, (_, index) =>
    somebody(index, random),
  );
  const suppressed = new Set<Person>();
  const history: SeededMessage[] = [];
  for (const sending of sendingsOf(today, days, messages, random)) {
    const midnight = Date.parse(`${sending.day}T00:00:00Z`);
    for (let index = 0; index < sending.messages; index += 1) {
      let person = random.pick(people);
      if (suppressed.has(person) && !random.happens(sentAnyway)) person = random.pick(people);
      const life = lifeOf(sending, person, suppressed.has(person), random);
      if (life.some(({ kind }) => badNews.has(kind))) suppressed.add(person);
      const sentAt = midnight + timeOfDay(sending, random);
      const about = {
        ...mailOf(sending),
        to: [person.address],
        messageId: `${seededPrefix(seed)}${sending.day}-${sending.mailing.template}-${index}`,
        sentAt: new Date(sentAt),
      };
      const events = life
        .map(({ kind, after }): SimulatedEvent => ({ ...about, kind, at: new Date(sentAt + after) }))
        .filter(({ at }) => at <= now);
      if (events.length > 0) history.push({ player: sending.mailing.player, events });
    }
  }
  return history;
}
