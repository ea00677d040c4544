import { type Day, dayOf } from '../core/day.ts';
import type { Moment } from '../core/moment.ts';
import { type Answer, answer } from './answer.ts';
import { givenTime, ifGiven } from './given.ts';
import type { EventArchive, LakeKeeper, StoredFacts } from './ports/lake.ts';

export type LakeRepair = {
  /** Events that the tables have, and that are in the lake now in any case. */
  readonly events: number;
  /** Objects that were written. The tidier merges them with those that were there. */
  readonly objects: number;
  /** Event rows that cannot be read; `mailfold audit` names them. */
  readonly unreadable: number;
};

/** Events that are held in memory at once. More would mean fewer, larger objects. */
const mostHeld = 50_000;

type Ports = { readonly lake: Pick<LakeKeeper, 'tell'>; readonly archive: EventArchive };

/**
 * Tells the lake all events again that the tables have, or those stored since a time. What is there already stays as it is, so
 * it can overlap with the historian and with itself, and can be interrupted and started again.
 */
export async function repairLake(
  { since }: { readonly since?: string },
  { lake, archive }: Ports,
  onRead: (rows: number) => void = () => {},
): Promise<Answer<LakeRepair>> {
  const given = ifGiven(since, givenTime);
  if (!given.ok) return given;
  return answer(await tellAll(given.value, { lake, archive }, onRead));
}

async function tellAll(since: Moment | undefined, { lake, archive }: Ports, onRead: (rows: number) => void) {
  const held = new HeldEvents();
  const sum = { events: 0, objects: 0, unreadable: 0 };
  const tell = async (events: readonly StoredFacts[]) => {
    if (events.length === 0) return;
    const told = await lake.tell(events);
    sum.events += told.events;
    sum.objects += told.objects;
  };
  const unreadable = () => {
    sum.unreadable += 1;
  };
  for await (const event of archive.events(since, { read: onRead, unreadable })) {
    held.add(event);
    if (held.count >= mostHeld) await tell(held.takeFullest());
  }
  while (held.count > 0) await tell(held.takeFullest());
  return sum;
}

/** Events by day. A table returns them in no order, and an object has the events of one day. */
class HeldEvents {
  count = 0;
  private readonly byDay = new Map<Day, StoredFacts[]>();

  add(event: StoredFacts): void {
    const day = dayOf(event.occurredAt);
    const events = this.byDay.get(day) ?? [];
    events.push(event);
    this.byDay.set(day, events);
    this.count += 1;
  }

  /** The events of the day that has most. */
  takeFullest(): readonly StoredFacts[] {
    const [fullest] = [...this.byDay].sort(([, one], [, other]) => other.length - one.length);
    if (!fullest) return [];
    const [day, events] = fullest;
    this.byDay.delete(day);
    this.count -= events.length;
    return events;
  }
}
