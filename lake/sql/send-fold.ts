import type { EventType } from '../../core/email-event.ts';
import type { CountName } from '../../core/rates.ts';

/*
 * The SQL of this folder is one text for Athena (Trino) and DuckDB. It uses what both understand in the same way: no QUALIFY, no
 * division of whole numbers, no arithmetic with dates, and strings for days, so that both engines read only the days asked for. DuckDB
 * gets Trino's functions as macros (local/athena/trino-functions.ts).
 */

type Cause = {
  readonly types: readonly EventType[];
  /** Whether a program did it. Where nobody knows, it counts as a person. */
  readonly byMachine?: boolean;
};

/** What can happen to a send, and which events say so. Copies and the order of events cannot change it. */
const causes = {
  was_sent: { types: ['processed', 'deferred', 'delivered', 'soft_bounce', 'hard_bounce'] },
  was_dropped: { types: ['dropped'] },
  was_delivered: { types: ['delivered'] },
  bounced_hard: { types: ['hard_bounce'] },
  bounced_softly: { types: ['soft_bounce'] },
  complained: { types: ['complaint'] },
  unsubscribed: { types: ['unsubscribe'] },
  opened: { types: ['open'], byMachine: false },
  clicked: { types: ['click'], byMachine: false },
  opened_by_machine: { types: ['open'], byMachine: true },
  clicked_by_machine: { types: ['click'], byMachine: true },
} as const satisfies Readonly<Record<string, Cause>>;

type Happening = keyof typeof causes;
export const happenings = Object.keys(causes) as readonly Happening[];

function conditionOf({ types, byMachine }: Cause): string {
  const list = types.map((type) => `'${type}'`).join(', ');
  return `type in (${list})${byMachine === undefined ? '' : ` and coalesce(machine, false) = ${byMachine}`}`;
}

/** What is the same for all events of a send, as far as they tell it. */
export const sendDimensions = [
  'provider',
  'person',
  'message_id',
  'recipient_domain',
  'mailbox',
  'sending_domain',
  'stream',
  'template',
  'template_version',
  'tags',
  'ip_pool',
  'metadata',
] as const;

export type SendColumn = (typeof sendDimensions)[number];

/** How a query names what happened to a send. */
export type Has = (happening: Happening) => string;

/** In the view `sends`, each has a column. */
export const hasColumn: Has = (happening) => happening;

/** Each count as a condition on a send. A numerator is part of its denominator, so that no rate exceeds 100 %. */
export function countConditions(has: Has): Readonly<Record<CountName, string>> {
  const delivered = (happening: Happening) => `${has('was_delivered')} and ${has(happening)}`;
  const reactions = happenings.slice(happenings.indexOf('complained')).map(has).join(' or ');
  return {
    attempted: `${has('was_sent')} or ${has('was_dropped')}`,
    sent: has('was_sent'),
    delivered: has('was_delivered'),
    bounced: has('bounced_hard'),
    softBounced: `${has('bounced_softly')} and not (${has('was_delivered')} or ${has('bounced_hard')})`,
    dropped: has('was_dropped'),
    complained: delivered('complained'),
    unsubscribed: delivered('unsubscribed'),
    opened: delivered('opened'),
    clicked: delivered('clicked'),
    machineOpened: delivered('opened_by_machine'),
    machineClicked: delivered('clicked_by_machine'),
    undelivered: `(${reactions}) and not (${has('was_delivered')})`,
  };
}

/** By event day a delivery can be on another day than what followed it, so nothing is said about deliveries. */
export function eventDayConditions(has: Has): Readonly<Record<CountName, string>> {
  return {
    ...countConditions(has),
    softBounced: has('bounced_softly'),
    complained: has('complained'),
    unsubscribed: has('unsubscribed'),
    opened: has('opened'),
    clicked: has('clicked'),
    machineOpened: has('opened_by_machine'),
    machineClicked: has('clicked_by_machine'),
    undelivered: 'false',
  };
}

/** What happened, as a column each. */
export const happeningColumns = happenings.map((name) => `bool_or(${conditionOf(causes[name])}) as ${name}`);

/** What happened, in the bits of one number: one aggregate takes half the time of eleven. */
export const happenedBits = `bitwise_or_agg(${bitsOfEvent()}) as happened`;
export const hasBit: Has = (happening) => `bitwise_and(happened, ${bitOf(happening)}) <> 0`;

function bitOf(happening: Happening): number {
  return 2 ** happenings.indexOf(happening);
}

function bitsOfEvent(): string {
  const types = [...new Set(happenings.flatMap((name): readonly EventType[] => causes[name].types))];
  const bitsIf = (type: EventType, isMachine: boolean) =>
    happenings
      .filter((name) => {
        const { types: saying, byMachine = isMachine }: Cause = causes[name];
        return saying.includes(type) && byMachine === isMachine;
      })
      .reduce((bits, name) => bits + bitOf(name), 0);
  const cases = types.map((type) => {
    const [person, machine] = [bitsIf(type, false), bitsIf(type, true)];
    return `when '${type}' then ${person === machine ? person : `case when machine then ${machine} else ${person} end`}`;
  });
  return `case type ${cases.join(' ')} else 0 end`;
}

/** The dimensions of a send, from all its events. */
export function dimensionColumns(dimensions: readonly SendColumn[]): string[] {
  return dimensions.map((name) => `max(${name}) as ${name}`);
}

/** When it was sent: as the provider tells it, or the time of the first event. */
export const sentAt = 'coalesce(min(sent_at), min(occurred_at))';

/** The day of a time, as a string. */
export function dayIn(time: string): string {
  return `substr(cast(${time} as varchar), 1, 10)`;
}

export function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join(',\n');
}
