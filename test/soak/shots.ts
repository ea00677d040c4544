import type { Actor } from '../../cli/normalized-by.ts';
import { type Delivery, deliveriesOf } from '../../cli/storm/deliveries.ts';
import type { Random } from '../../cli/storm/random.ts';

/** One request or SNS message of the soak. */
export type Shot = {
  readonly delivery: Delivery;
  /** The names of its unreadable events. */
  readonly marks: readonly string[];
};

/** Few enough addresses that each gets a history, and that people and events meet at one address. */
const recipients = 300;
const messagesPerWave = 60;
/** Of the posts with several events, those that get an unreadable one among the others. */
const spoiledShare = 0.1;

/** The storm, wave by wave, without an end. */
export function* stormOf(actors: readonly Actor[], run: string, random: Random): Generator<Shot> {
  for (let wave = 0; ; wave += 1) {
    const weather = {
      messages: messagesPerWave,
      duplicates: 0.2,
      shuffle: true,
      poison: 0.02,
      forged: 0.03,
      recipients,
    };
    const deliveries = deliveriesOf(weather, actors, `${run}-${wave}`, new Date(), random);
    for (const [index, delivery] of deliveries.entries())
      yield toShot(delivery, `${run}-${wave}-mixed-${index}`, random);
  }
}

function toShot(delivery: Delivery, mark: string, random: Random): Shot {
  const spoiled =
    delivery.sort === 'genuine' && random.happens(spoiledShare) ? spoil(delivery, mark, random) : undefined;
  const { payload, sort } = spoiled ?? delivery;
  return { delivery: spoiled ?? delivery, marks: sort === 'forged' ? [] : marksIn(payload.toString()) };
}

/** Puts an unreadable event among the others of a post. Undefined when it is not a list of events. */
function spoil(delivery: Delivery, mark: string, random: Random): Delivery | undefined {
  const events: unknown = JSON.parse(delivery.payload.toString());
  if (!Array.isArray(events)) return undefined;
  const at = Math.floor(random.next() * (events.length + 1));
  return { ...delivery, payload: Buffer.from(JSON.stringify(events.toSpliced(at, 0, { poison: mark }))) };
}

/** The names of the unreadable events in a body, whatever a provider or the consumer has wrapped around them. */
export function marksIn(body: string): string[] {
  return [...body.matchAll(/poison\W{1,5}([\w-]+)/g)].map(([, mark = '']) => mark);
}
