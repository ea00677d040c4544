import type { EmailEvent } from '../../core/email-event.ts';
import { millisOf, momentFromMillis } from '../../core/moment.ts';
import { outputs } from '../../lib/outputs.ts';
import { readRows } from '../../store/batch-get.ts';
import { chunksOf, inFlight } from '../../store/in-flight.ts';
import { rowName, statusRowKey } from '../../store/keys.ts';
import { noteSeen } from '../../store/last-seen.ts';
import { planWrites } from '../../store/plan-writes.ts';
import { putNewMessages } from '../../store/put-new-messages.ts';
import { suppressionSettings } from '../ports.ts';
import type { Target } from '../target.ts';
import type { SeededMessage } from './history.ts';
import { eventsOf, type Players } from './players.ts';

/** Messages that are read and written together. */
const chunkSize = 400;
const chunksInFlight = 3;
/** Providers tell of an event within seconds. */
const lagMillis = 2_400;

export type Seeded = { readonly messages: number; readonly events: number; readonly present: number };

/** Not every event names its message: Resend, for one, tells of an unsubscribe without it. */
export type Written = Seeded & { readonly namedEvents: number };

/** Stores the rows that the consumer would have stored for these messages. Those that are there already stay as they are. */
export async function writeHistory(
  history: readonly SeededMessage[],
  players: Players,
  target: Target,
  onMessages: (count: number) => void,
): Promise<Written> {
  const settings = storeSettings(target);
  const seeded = { messages: 0, events: 0, present: 0, namedEvents: 0 };
  const seen = new Map<string, number>();
  await inFlight(chunksOf(history, chunkSize), chunksInFlight, async (chunk) => {
    const events = eventsOf(chunk, players);
    const fresh = await withoutPresent(events, target, settings.table);
    const { writes } = planWrites(
      fresh.map((event) => ({ receivedAt: receivedAt(event), events: [event] })),
      (entry) => entry.type === 'release' || settings.suppression.causes.includes(entry.cause),
    );
    if (writes.length > 0) await putNewMessages(target.dynamoDb, settings, writes);
    for (const event of fresh)
      seen.set(event.provider, Math.max(seen.get(event.provider) ?? 0, receivedAt(event).getTime()));
    const named = fresh.filter(isNamedIn(chunk));
    seeded.messages += messagesOf(named);
    seeded.events += fresh.length;
    seeded.namedEvents += named.length;
    seeded.present += messagesOf(events.filter(isNamedIn(chunk))) - messagesOf(named);
    onMessages(chunk.length);
  });
  for (const [provider, at] of seen) await noteSeen(target.dynamoDb, settings.table, provider, new Date(at));
  return seeded;
}

/** A message with a status is complete. */
async function withoutPresent(
  events: readonly EmailEvent[],
  { dynamoDb }: Target,
  table: string,
): Promise<EmailEvent[]> {
  const keyOf = ({ messageId, recipient }: EmailEvent) =>
    recipient === undefined ? undefined : statusRowKey({ messageId, recipient });
  const keys = events.flatMap((event) => keyOf(event) ?? []);
  const found = await readRows(dynamoDb, { table, keys, projection: 'messageId, sortKey' });
  return events.filter((event) => {
    const key = keyOf(event);
    return key !== undefined && found.get(rowName(key)) === undefined;
  });
}

function storeSettings(target: Target) {
  return {
    table: target.output(outputs.messagesTableName),
    addressesTable: target.output(outputs.addressesTableName),
    windowDays: Number(target.output(outputs.dedupeWindowDays)),
    statusRetentionDays: Number(target.output(outputs.statusRetentionDays)),
    suppression: suppressionSettings(target),
  };
}

function isNamedIn(history: readonly SeededMessage[]): (event: EmailEvent) => boolean {
  const ids = new Set<string>(history.flatMap(({ events }) => events.map(({ messageId }) => messageId)));
  return ({ messageId }) => ids.has(messageId);
}

function receivedAt({ occurredAt }: EmailEvent): Date {
  return new Date(momentFromMillis(millisOf(occurredAt) + lagMillis));
}

function messagesOf(events: readonly EmailEvent[]): number {
  return new Set(events.map(({ messageId }) => messageId)).size;
}
