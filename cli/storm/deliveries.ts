import type { EmailEvent } from '../../core/email-event.ts';
import type { SimulatedEvent } from '../../providers/simulator.ts';
import { verifiersWith } from '../../providers/verifiers.ts';
import { eventRowKey, type MessageRowKey } from '../../store/keys.ts';
import { type Actor, normalizedBy } from '../normalized-by.ts';
import { lifeOf } from './lives.ts';
import type { Random } from './random.ts';

/** One request or SNS message of the storm, and the rows it must lead to. */
export type Delivery = {
  readonly actor: Actor;
  readonly payload: Buffer;
  readonly sort: 'genuine' | 'forged' | 'poison';
  /** None if it is forged or poison. */
  readonly events: readonly EmailEvent[];
  /** One row for each of its events. */
  readonly expected: readonly MessageRowKey[];
};

/** What kind of storm to send. */
export type Weather = {
  readonly messages: number;
  readonly duplicates: number;
  readonly shuffle: boolean;
  readonly poison: number;
  readonly forged: number;
  /** Distinct addresses to draw from. @default 5000 */
  readonly recipients?: number;
};

/** Where a provider does not say how many events it posts together. */
const usualBatch = 20;

/** All deliveries of a storm, in the order to send them. */
export function deliveriesOf(
  weather: Weather,
  actors: readonly Actor[],
  run: string,
  start: Date,
  random: Random,
): Delivery[] {
  const genuine = actors.flatMap((actor) => {
    const mine = Array.from({ length: weather.messages }, (_, index) => index).filter(
      (index) => actors[index % actors.length] === actor,
    );
    const events = mine.flatMap((index) =>
      lifeOf(
        { messageId: `${run}-${index}`, start, recipients: weather.recipients },
        actor.simulator.kinds,
        random,
      ),
    );
    const largest = actor.simulator.eventsPerPost ?? usualBatch;
    return batchesOf(events, largest, random).flatMap((batch) => genuineDeliveries(actor, batch));
  });
  const repeated = genuine.filter(() => random.happens(weather.duplicates));
  const posting = actors.filter(({ transport }) => transport === 'webhook');
  const forged = genuine
    .filter(({ actor }) => posting.includes(actor) && random.happens(weather.forged))
    .map((delivery): Delivery => ({ ...delivery, sort: 'forged', events: [], expected: [] }));
  // What comes through a topic is neither signed nor poisoned here.
  const poisonCount = posting.length > 0 ? Math.round(genuine.length * weather.poison) : 0;
  const poisonous = Array.from({ length: poisonCount }, (_, index) =>
    poisonFor(random.pick(posting), `${run}-${index}`),
  );
  const all = [...genuine, ...repeated, ...forged, ...poisonous.filter((delivery) => delivery !== undefined)];
  return weather.shuffle ? random.shuffled(all) : all;
}

/** Batches across messages, as a provider's server fills them; a simulator that does not batch splits them again. */
function batchesOf(events: readonly SimulatedEvent[], largest: number, random: Random): SimulatedEvent[][] {
  const batches: SimulatedEvent[][] = [];
  for (let index = 0; index < events.length; ) {
    const size = 1 + Math.floor(random.next() * largest);
    batches.push(events.slice(index, index + size));
    index += size;
  }
  return batches;
}

function genuineDeliveries(actor: Actor, batch: readonly SimulatedEvent[]): Delivery[] {
  return actor.simulator.payloadsOf(batch).map((payload) => {
    const { events } = normalizedBy(actor, payload);
    return { actor, payload, sort: 'genuine', events, expected: events.map(eventRowKey) };
  });
}

/** A correctly signed body that cannot be normalized: the first form that verifies and cannot be read. */
function poisonFor(actor: Actor, mark: string): Delivery | undefined {
  const forms = [`[{"poison":"${mark}"}]`, `{"poison":"${mark}"}`, `poison ${mark}`];
  const payload = forms
    .map((form) => Buffer.from(form))
    .find((form) => isGenuine(actor, form) && isUnreadable(actor, form));
  return payload && { actor, payload, sort: 'poison', events: [], expected: [] };
}

/** Some providers put the signature inside the body, and cannot sign every form. */
function isGenuine({ provider, simulator }: Actor, payload: Buffer): boolean {
  try {
    const { signingKey, verificationKey } = simulator.makeKeys();
    const now = new Date();
    const context = { keys: [verificationKey], now, toleranceSeconds: 300 };
    const url = 'https://example.com';
    const request = { ...simulator.sign(payload, signingKey, now, url), urls: [url] };
    const verdict = verifiersWith([])(provider)?.verify(request, context);
    return verdict !== undefined && 'genuine' in verdict && verdict.genuine;
  } catch {
    return false;
  }
}

function isUnreadable(actor: Actor, payload: Buffer): boolean {
  try {
    const { events, unreadable } = normalizedBy(actor, payload);
    return events.length === 0 && unreadable.length === 1;
  } catch {
    return true;
  }
}
