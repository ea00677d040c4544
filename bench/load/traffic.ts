import { createHash } from 'node:crypto';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { type Random, randomFrom } from '../../cli/storm/random.ts';
import type { SimulatedEvent } from '../../providers/simulator.ts';
import { chunksOf } from '../../store/in-flight.ts';
import { habitOf, type Mix, usualMix } from './habits.ts';
import { lifeOf } from './lives.ts';
import { type Actor, actorFor, toEvent } from './records.ts';

type TrafficSettings = {
  readonly messages: number;
  /** Share of requests that the provider sends twice. */
  readonly duplicates?: number;
  readonly mix?: Mix;
  /** Whether the consumer is behind, as after a campaign: every batch is then full. */
  readonly isBacklog?: boolean;
  /** Keeps the messages of each run apart. */
  readonly name: string;
  readonly seed?: number;
};

/** The number of messages that have `events` events, on average in the usual mix. */
export function messagesFor(events: number): number {
  return Math.ceil(events / 2.56);
}

/** A request or SNS message when it reaches the queue. */
type Delivery = { readonly at: number; readonly record: SQSRecord };

const start = Date.UTC(2026, 9, 1, 8);
const messagesPerSecond = 50;
/** Lambda starts with five pollers; each fills a batch for a second, or up to a hundred messages. */
const pollers = 5;
const windowMillis = 1_000;
const mostMessages = 100;

/** The batches that Lambda would pass to the consumer, in order. */
export async function trafficOf(settings: TrafficSettings): Promise<SQSEvent[]> {
  const { messages, duplicates = 0, mix = usualMix, name, seed = 7 } = settings;
  const random = randomFrom(seed);
  // Of its own, so that a run finds no address in the table that an earlier run has left there.
  const domain = `cust${createHash('sha256').update(name).digest('hex').slice(0, 4)}.example`;
  const actors = await Promise.all(
    Object.entries(mix).map(async ([provider, weight]) => ({ ...(await actorFor(provider)), weight })),
  );
  const events = new Map<Actor, SimulatedEvent[]>(actors.map((actor) => [actor, []]));
  for (let index = 0; index < messages; index += 1) {
    const actor = random.pickByWeight(actors);
    const message = {
      messageId: messageIdFor(actor.provider, `${name}${index}`, random),
      to: `user.${Math.floor(random.next() * messages)}@${domain}`,
      sentAt: new Date(start + (index / messagesPerSecond) * 1_000),
    };
    events.get(actor)?.push(...lifeOf(message, actor.simulator.kinds, random));
  }
  const fresh = [...events].flatMap(([actor, mine]) => deliveriesOf(actor, mine, random));
  // A provider without an answer retries after some minutes.
  const again = fresh
    .filter(() => random.happens(duplicates))
    .map(({ at, record }) => ({ at: at + 60_000 + random.next() * 540_000, record }));
  const all = [...fresh, ...again].toSorted((one, other) => one.at - other.at);
  return settings.isBacklog
    ? chunksOf(all, mostMessages).map((chunk) => toEvent(chunk.map(({ record }) => record)))
    : batchesOf(all, random);
}

function deliveriesOf(actor: Actor, events: readonly SimulatedEvent[], random: Random): Delivery[] {
  const { provider, simulator, recordOf } = actor;
  const { collects, complete } = habitOf(provider);
  const posts = collects ? collected(events, collects) : events.map((event) => [event]);
  return posts.flatMap((post) => {
    const last = Math.max(...post.map(({ at }) => at.getTime()));
    const at = collects ? Math.ceil(last / collects.millis) * collects.millis : last + 500;
    return simulator.payloadsOf(post).map((payload) => {
      const [first] = post;
      const sent = complete && first ? complete(payload, first.at, random) : payload;
      return { at, record: recordOf(sent, new Date(at)) };
    });
  });
}

/** The events that each server of the provider has collected when it posts. */
function collected(
  events: readonly SimulatedEvent[],
  { millis, servers }: { readonly millis: number; readonly servers: number },
): SimulatedEvent[][] {
  const posts = new Map<string, SimulatedEvent[]>();
  for (const event of events) {
    const server = sumOf(event.messageId) % servers;
    const key = `${server} ${Math.ceil(event.at.getTime() / millis)}`;
    posts.set(key, [...(posts.get(key) ?? []), event]);
  }
  return [...posts.values()];
}

function batchesOf(deliveries: readonly Delivery[], random: Random): SQSEvent[] {
  const open = new Map<number, { closesAt: number; records: SQSRecord[] }>();
  const batches: SQSEvent[] = [];
  for (const { at, record } of deliveries) {
    const poller = Math.floor(random.next() * pollers);
    const batch = open.get(poller);
    if (batch && at < batch.closesAt && batch.records.length < mostMessages) batch.records.push(record);
    else {
      if (batch) batches.push(toEvent(batch.records));
      open.set(poller, { closesAt: at + windowMillis, records: [record] });
    }
  }
  return [...batches, ...[...open.values()].map(({ records }) => toEvent(records))];
}

/** As long as the provider's own ids, which are part of every key. */
function messageIdFor(provider: string, name: string, random: Random): string {
  const noise = () => Math.floor(random.next() * 2 ** 32).toString(36);
  return `${name}-${noise()}${noise()}${noise()}${noise()}${noise()}${noise()}${noise()}${noise()}`.slice(
    0,
    habitOf(provider).idLength,
  );
}

function sumOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}
