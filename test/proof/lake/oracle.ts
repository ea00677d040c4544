import type { StoredFacts } from '../../../app/ports/lake.ts';

/*
 * What the answers must be, computed from the list of events alone. It shares no code with the lake: not its hashes, not its SQL,
 * and not the definition of its counts.
 */

export type Expected = {
  /** By `day group`: numbers in the order of `countedThings`. */
  readonly sends: Readonly<Record<string, readonly number[]>>;
  readonly eventsByType: Readonly<Record<string, number>>;
};

type Send = { day: string; group: string; types: Set<string> };

export const countedThings = [
  'attempted',
  'sent',
  'delivered',
  'bounced',
  'softBounced',
  'dropped',
  'complained',
  'unsubscribed',
  'opened',
  'clicked',
  'machineOpened',
  'machineClicked',
  'undelivered',
] as const;

/** `groupOf` names the group of an event's send, or `(not told)`. */
export function expectedAnswers(
  events: readonly StoredFacts[],
  groupOf: (event: StoredFacts) => string | undefined = () => '',
): Expected {
  const distinct = new Map(events.map((event) => [`${event.provider}/${event.id}`, event]));
  const sends = new Map<string, Send & { firstAt: string; sentAt?: string }>();
  const eventsByType: Record<string, number> = {};
  for (const event of distinct.values()) {
    eventsByType[event.type] = (eventsByType[event.type] ?? 0) + 1;
    const name = JSON.stringify([event.provider, event.messageId, event.recipient]);
    const send = sends.get(name) ?? { day: '', group: '(not told)', types: new Set(), firstAt: '9' };
    const machine = 'machine' in event && event.machine?.likely === true;
    send.types.add(machine ? `${event.type} by machine` : event.type);
    if (event.occurredAt < send.firstAt) send.firstAt = event.occurredAt;
    if (event.sentAt !== undefined) send.sentAt = event.sentAt;
    send.day = (send.sentAt ?? send.firstAt).slice(0, 10);
    send.group = groupOf(event) ?? send.group;
    sends.set(name, send);
  }
  const counted: Record<string, number[]> = {};
  for (const { day, group, types } of sends.values()) {
    const key = `${day} ${group}`;
    const row = counted[key] ?? countedThings.map(() => 0);
    for (const [index, is] of thingsAbout(types).entries()) row[index] = (row[index] ?? 0) + (is ? 1 : 0);
    counted[key] = row;
  }
  return { sends: counted, eventsByType };
}

function thingsAbout(types: ReadonlySet<string>): boolean[] {
  const any = (...names: string[]) => names.some((name) => types.has(name));
  const sent = any('processed', 'deferred', 'delivered', 'soft_bounce', 'hard_bounce');
  const delivered = any('delivered');
  const visits = ['open', 'click', 'open by machine', 'click by machine', 'complaint', 'unsubscribe'];
  return [
    sent || any('dropped'),
    sent,
    delivered,
    any('hard_bounce'),
    any('soft_bounce') && !delivered && !any('hard_bounce'),
    any('dropped'),
    delivered && any('complaint'),
    delivered && any('unsubscribe'),
    delivered && any('open'),
    delivered && any('click'),
    delivered && any('open by machine'),
    delivered && any('click by machine'),
    !delivered && any(...visits),
  ];
}
