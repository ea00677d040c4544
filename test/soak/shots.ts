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
  const list = listIn(delivery.payload.toString());
  if (!list) return undefined;
  const at = Math.floor(random.next() * (list.events.length + 1));
  const events = list.events.toSpliced(at, 0, JSON.stringify({ poison: mark }));
  return { ...delivery, payload: Buffer.from(list.write(events)) };
}

type EventList = { readonly events: readonly string[]; write(events: readonly string[]): string };

/** A provider sends several events as a JSON array, or as lines of JSON. Undefined for a body of any other form. */
function listIn(body: string): EventList | undefined {
  const lines = body.trim().split('\n');
  if (lines.length > 1 && lines.every((line) => line.startsWith('{') && isJson(line)))
    return { events: lines, write: (events) => events.join('\n') };
  const whole: unknown = isJson(body) ? JSON.parse(body) : undefined;
  if (!Array.isArray(whole)) return undefined;
  return {
    events: whole.map((event) => JSON.stringify(event)),
    write: (events) => `[${events.join(',')}]`,
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The names of the unreadable events in a body, whatever a provider or the consumer has wrapped around them. */
export function marksIn(body: string): string[] {
  // A form has its JSON percent-encoded.
  const plain = body.replace(/%([0-7][\dA-F])/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return [...plain.matchAll(/poison\W{1,5}([\w-]+)/g)].map(([, mark = '']) => mark);
}
