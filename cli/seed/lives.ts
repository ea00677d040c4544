import type { SimulatedEvent } from '../../providers/simulator.ts';
import type { Random } from '../storm/random.ts';
import type { Sending } from './days.ts';
import { badDay } from './mailings.ts';
import type { Person } from './people.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** What happens to a message, as kinds of the simulators, with the time since it was sent. */
type Happening = { readonly kind: string; readonly after: number };

/**
 * The events of one message to one person. Without `processed`, which many senders leave out of their webhooks, because every other
 * event says the same: it would be two fifths of all rows.
 */
export function lifeOf(
  { mailing, version, isBad }: Sending,
  person: Person,
  isSuppressed: boolean,
  random: Random,
): Happening[] {
  if (isSuppressed) return [{ kind: 'dropped', after: second }];
  const within = (longest: number) => 2 * second + random.next() * longest;
  if (person.isGone || (isBad && random.happens(badDay.deadMailboxes)))
    return [{ kind: 'hard_bounce', after: within(30 * second) }];
  const deferred: Happening[] = random.happens(person.full)
    ? [{ kind: 'deferred', after: within(20 * second) }]
    : [];
  if (deferred.length > 0 && random.happens(0.4))
    return [...deferred, { kind: 'soft_bounce', after: hour + within(5 * hour) }];
  const delivered = deferred.length > 0 ? 10 * minute + within(hour) : within(8 * second);
  return [
    ...deferred,
    { kind: 'delivered', after: delivered },
    ...reactions(delivered, { mailing, version, isBad }, person, random),
  ];
}

function reactions(
  delivered: number,
  { mailing, version, isBad }: Pick<Sending, 'mailing' | 'version' | 'isBad'>,
  person: Person,
  random: Random,
): Happening[] {
  const found: Happening[] = [];
  const later = (usual: number) => delivered + 30 * second + usual * -Math.log(1 - random.next());
  if (random.happens(person.openedByMachine))
    found.push({ kind: 'machine_open', after: delivered + random.next() * minute });
  const opened = random.happens(mailing.opened) ? later(3 * hour) : undefined;
  if (opened !== undefined) found.push({ kind: 'open', after: opened });
  if (opened !== undefined && random.happens(mailing.clicked[version]))
    found.push({ kind: 'click', after: opened + 5 * second + random.next() * 3 * minute });
  if (opened !== undefined && random.happens(mailing.unsubscribed / mailing.opened))
    found.push({ kind: 'unsubscribe', after: opened + minute + random.next() * hour });
  if (random.happens(isBad ? badDay.complained : mailing.complained))
    found.push({ kind: 'complaint', after: later(14 * hour) });
  return found;
}

/** When in the day it is sent: mostly in the middle of the hours of the mailing. */
export function timeOfDay({ mailing: { hours } }: Sending, random: Random): number {
  const [first, last] = hours;
  return (first + (last - first) * ((random.next() + random.next()) / 2)) * hour;
}

/** What every event of a message says of the mail. */
export function mailOf({ mailing, version }: Sending): Partial<SimulatedEvent> {
  const { template, versions, stream, sendingDomain, tags } = mailing;
  return {
    template,
    templateVersion: versions[version],
    stream,
    sendingDomain,
    tags,
    // For what a provider does not tell with every event; the stage `dev` of mailfold.config.ts reads it.
    metadata: { template, version: versions[version], from_domain: sendingDomain, stream },
  };
}
