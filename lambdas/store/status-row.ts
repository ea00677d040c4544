import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { MessageStatus } from '../events/fold-status.ts';
import type { Moment } from '../events/moment.ts';
import { type StatusType, statusTypes } from '../events/precedence.ts';
import { type StatusKey, statusRowKey } from './keys.ts';

export type StatusRowTimes = { readonly now: Date; readonly retentionDays: number };

/**
 * Writes a status over an older one. DynamoDB compares, so two consumers folding one message at once cannot undo
 * each other; the one that is refused gets the row as it is, joins in memory and tries `replaceStatus`.
 */
export function putStatusIfNewer(
  table: string,
  key: StatusKey,
  status: MessageStatus,
  times: StatusRowTimes,
): UpdateCommandInput {
  const older = Object.keys(status.times).map(
    (type) => `(attribute_not_exists(#${type}) OR #${type} <= :${type})`,
  );
  return {
    ...setStatus(table, key, status, times),
    ConditionExpression: ['(attribute_not_exists(precedence) OR precedence < :precedence)', ...older].join(
      ' AND ',
    ),
  };
}

/** Writes a status over the very one it was joined with; refused when someone else was quicker. */
export function replaceStatus(
  table: string,
  key: StatusKey,
  replaced: MessageStatus,
  status: MessageStatus,
  times: StatusRowTimes,
): UpdateCommandInput {
  const command = setStatus(table, key, status, times);
  const seen = Object.entries(replaced.times).map(([type, at]) => [`:seen_${type}`, at]);
  // Times that were absent are absent still: a type seen since then would show in the joined status only by chance.
  const unchanged = statusTypes.map((type) =>
    replaced.times[type] ? `#${type} = :seen_${type}` : `attribute_not_exists(#${type})`,
  );
  return {
    ...command,
    ConditionExpression: ['precedence = :seen_precedence', ...unchanged].join(' AND '),
    ExpressionAttributeNames: { ...command.ExpressionAttributeNames, ...namesOf(statusTypes) },
    ExpressionAttributeValues: {
      ...command.ExpressionAttributeValues,
      ...Object.fromEntries(seen),
      ':seen_precedence': replaced.precedence,
    },
  };
}

export function readStatusRow(row: Record<string, unknown>): MessageStatus {
  const times = statusTypes.flatMap((type) =>
    row[timeAttribute(type)] ? [[type, row[timeAttribute(type)]]] : [],
  );
  return {
    type: row['status'] as StatusType,
    occurredAt: row['occurredAt'] as Moment,
    provider: row['provider'] as string,
    eventId: row['eventId'] as MessageStatus['eventId'],
    precedence: row['precedence'] as string,
    times: Object.fromEntries(times),
  };
}

function setStatus(
  table: string,
  key: StatusKey,
  status: MessageStatus,
  { now, retentionDays }: StatusRowTimes,
) {
  const seenTypes = Object.keys(status.times) as StatusType[];
  const assignments = [
    '#status = :status',
    'occurredAt = :occurredAt',
    'provider = :provider',
    'eventId = :eventId',
    'precedence = :precedence',
    'recipient = :recipient',
    'expiresAt = :expiresAt',
    // Written once: the index by recipient sorts by it, and every change of it would cost a further write unit.
    'firstSeenAt = if_not_exists(firstSeenAt, :now)',
    ...seenTypes.map((type) => `#${type} = :${type}`),
  ];
  return {
    TableName: table,
    Key: statusRowKey(key),
    UpdateExpression: `SET ${assignments.join(', ')}`,
    ExpressionAttributeNames: { '#status': 'status', ...namesOf(seenTypes) },
    ExpressionAttributeValues: {
      ':status': status.type,
      ':occurredAt': status.occurredAt,
      ':provider': status.provider,
      ':eventId': status.eventId,
      ':precedence': status.precedence,
      ':recipient': key.recipient,
      ':expiresAt': Math.floor(now.getTime() / 1000) + retentionDays * 86_400,
      ':now': now.toISOString(),
      ...Object.fromEntries(seenTypes.map((type) => [`:${type}`, status.times[type]])),
    },
    // A refusal brings the row along, which saves reading it.
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

function timeAttribute(type: StatusType): string {
  return `${type}At`;
}

function namesOf(types: readonly StatusType[]): Record<string, string> {
  return Object.fromEntries(types.map((type) => [`#${type}`, timeAttribute(type)]));
}
