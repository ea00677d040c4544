import type { CountName } from '../../core/rates.ts';

/*
 * The SQL of this folder is one text for Athena (Trino) and DuckDB. It uses what both understand in the same way: no QUALIFY, no
 * division of whole numbers, no arithmetic with dates, and strings for days, so that both engines read only the days asked for.
 */

/** What happened to a send: whether any of its events says so. Copies and the order of events cannot change these. */
export const happenings = {
  was_sent: "type in ('processed', 'deferred', 'delivered', 'soft_bounce', 'hard_bounce')",
  was_dropped: "type = 'dropped'",
  was_delivered: "type = 'delivered'",
  bounced_hard: "type = 'hard_bounce'",
  bounced_softly: "type = 'soft_bounce'",
  complained: "type = 'complaint'",
  unsubscribed: "type = 'unsubscribe'",
  // Where nobody knows whether it was a machine, it counts as a person.
  opened: "type = 'open' and coalesce(machine, false) = false",
  clicked: "type = 'click' and coalesce(machine, false) = false",
  opened_by_machine: "type = 'open' and coalesce(machine, false)",
  clicked_by_machine: "type = 'click' and coalesce(machine, false)",
} as const;

export type Happening = keyof typeof happenings;

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

const reacted =
  '(complained or unsubscribed or opened or clicked or opened_by_machine or clicked_by_machine)';

/** Each count as a condition on a send. What is a numerator contains its denominator, so that no rate exceeds 100 %. */
export const countConditions: Readonly<Record<CountName, string>> = {
  attempted: 'was_sent or was_dropped',
  sent: 'was_sent',
  delivered: 'was_delivered',
  bounced: 'bounced_hard',
  softBounced: 'bounced_softly and not was_delivered and not bounced_hard',
  dropped: 'was_dropped',
  complained: 'was_delivered and complained',
  unsubscribed: 'was_delivered and unsubscribed',
  opened: 'was_delivered and opened',
  clicked: 'was_delivered and clicked',
  machineOpened: 'was_delivered and opened_by_machine',
  machineClicked: 'was_delivered and clicked_by_machine',
  undelivered: `${reacted} and not was_delivered`,
};

/** By event day a delivery can be on another day than what followed it, so nothing is said about deliveries. */
export const eventDayConditions: Readonly<Record<CountName, string>> = {
  ...countConditions,
  softBounced: 'bounced_softly',
  complained: 'complained',
  unsubscribed: 'unsubscribed',
  opened: 'opened',
  clicked: 'clicked',
  machineOpened: 'opened_by_machine',
  machineClicked: 'clicked_by_machine',
  undelivered: 'false',
};

/** The columns of a fold over the events of a send. */
export function foldedColumns(dimensions: readonly SendColumn[]): string[] {
  return [
    ...dimensions.map((name) => `max(${name}) as ${name}`),
    ...Object.entries(happenings).map(([name, condition]) => `bool_or(${condition}) as ${name}`),
  ];
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
