import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { type MessageStatus, withProviderInPrecedence } from '../core/fold-status.ts';
import type { Address } from '../core/ids.ts';
import { labelNames, type MailLabels } from '../core/mail-labels.ts';
import type { Moment } from '../core/moment.ts';
import { readPrecedence, type StatusType, statusTypes } from '../core/precedence.ts';
import { type StatusKey, statusRowKey } from './keys.ts';
import type { RowFields } from './row-fields.ts';
import { unchanged } from './unchanged.ts';

export type StatusRowTimes = {
  readonly now: Date;
  readonly retentionDays: number;
  /** When the message was first seen, if the row is new. @default - now */
  readonly firstSeenAt?: Moment;
};

/** The first status row of a message and recipient. */
export function statusRow(key: StatusKey, status: MessageStatus, times: StatusRowTimes): RowFields {
  return {
    ...statusRowKey(key),
    ...statusFields(key, status, times),
    // Never changed: the index by recipient sorts by it, so a change would cost another write unit.
    firstSeenAt: firstSeen(times),
  };
}

/** The attributes that a new status writes. */
export function statusFields(
  { recipient }: StatusKey,
  status: MessageStatus,
  { now, retentionDays }: StatusRowTimes,
): RowFields {
  return {
    ...statusAttributes(recipient, status),
    expiresAt: Math.floor(now.getTime() / 1000) + retentionDays * 86_400,
  };
}

/**
 * What the row says about the status, without the times of the row itself. The precedence names the event that decided, its
 * time and its provider, so they have no attributes of their own: statuses are kept for more than a year, and storing them
 * is the largest part of the bill.
 */
export function statusAttributes(recipient: Address, status: MessageStatus): RowFields {
  return { status: status.type, recipient, ...joinedAttributes(withProviderInPrecedence(status)) };
}

/** Attributes that only rows of earlier versions have. An update removes them, because they would become wrong. */
export const earlierAttributes = ['occurredAt', 'eventId', 'provider'] as const;

/** The attributes that a join can change. */
function joinedAttributes({ precedence, times, labels }: MessageStatus): RowFields {
  const seen = Object.entries(times).map(([type, at]) => [timeAttribute(type as StatusType), at]);
  return { precedence, ...labels, ...Object.fromEntries(seen) };
}

/**
 * Overwrites an older status. DynamoDB compares, so two consumers that fold one message at the same time cannot undo each
 * other. The one that is refused gets the stored row, joins both in memory and tries `replaceStatus`.
 */
export function putStatusIfNewer(
  table: string,
  key: StatusKey,
  status: MessageStatus,
  times: StatusRowTimes,
): UpdateCommandInput {
  const older = seenTypes(status)
    .map(timeAttribute)
    .map((name) => `(attribute_not_exists(#${name}) OR #${name} <= :${name})`);
  const same = Object.keys(status.labels).map(
    (name) => `(attribute_not_exists(#${name}) OR #${name} = :${name})`,
  );
  return {
    ...setStatus(table, key, status, times),
    ConditionExpression: [
      '(attribute_not_exists(precedence) OR precedence < :precedence)',
      ...older,
      ...same,
    ].join(' AND '),
  };
}

/** Overwrites exactly the status that it was joined with. DynamoDB refuses it when another consumer was faster. */
export function replaceStatus(
  table: string,
  key: StatusKey,
  replaced: MessageStatus,
  status: MessageStatus,
  times: StatusRowTimes,
): UpdateCommandInput {
  const command = setStatus(table, key, status, times);
  // What was absent must still be absent: a time that was added since then could be overwritten by an older one.
  const { ConditionExpression, ...seen } = unchanged(joinedAttributes(replaced), [
    'precedence',
    ...statusTypes.map(timeAttribute),
    ...labelNames,
  ]);
  return {
    ...command,
    ConditionExpression,
    ExpressionAttributeNames: { ...command.ExpressionAttributeNames, ...seen.ExpressionAttributeNames },
    ExpressionAttributeValues: { ...command.ExpressionAttributeValues, ...seen.ExpressionAttributeValues },
  };
}

export function readStatusRow(row: RowFields): MessageStatus {
  const times = statusTypes.flatMap((type) =>
    row[timeAttribute(type)] ? [[type, row[timeAttribute(type)]]] : [],
  );
  const precedence = row['precedence'] as string;
  const decided = readPrecedence(precedence ?? '');
  return {
    type: row['status'] as StatusType,
    occurredAt: (row['occurredAt'] as Moment | undefined) ?? decided.occurredAt,
    provider: (row['provider'] as string | undefined) ?? decided.provider ?? 'unknown',
    eventId: (row['eventId'] as MessageStatus['eventId'] | undefined) ?? decided.eventId,
    precedence,
    times: Object.fromEntries(times),
    labels: labelsIn(row),
  };
}

function labelsIn(row: RowFields): MailLabels {
  return Object.fromEntries(
    labelNames.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])),
  );
}

function setStatus(table: string, key: StatusKey, status: MessageStatus, times: StatusRowTimes) {
  const fields = statusFields(key, status, times);
  const names = Object.keys(fields);
  const assignments = [
    ...names.map((name) => `#${name} = :${name}`),
    'firstSeenAt = if_not_exists(firstSeenAt, :firstSeen)',
  ];
  return {
    TableName: table,
    Key: statusRowKey(key),
    UpdateExpression: `SET ${assignments.join(', ')} REMOVE ${earlierAttributes.join(', ')}`,
    ExpressionAttributeNames: namesOf(names),
    ExpressionAttributeValues: {
      ...Object.fromEntries(names.map((name) => [`:${name}`, fields[name]])),
      ':firstSeen': firstSeen(times),
    },
    // A refusal returns the stored row, which saves a read.
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

function firstSeen({ now, firstSeenAt }: StatusRowTimes): string {
  return firstSeenAt ?? now.toISOString();
}

export function timeAttribute(type: StatusType): string {
  return `${type}At`;
}

function seenTypes(status: MessageStatus): StatusType[] {
  return Object.keys(status.times) as StatusType[];
}

function namesOf(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`#${name}`, name]));
}
