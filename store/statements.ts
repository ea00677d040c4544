import type { AttributeValue, BatchStatementRequest } from '@aws-sdk/client-dynamodb';
import { convertToAttr } from '@aws-sdk/util-dynamodb';
import { joinStatus, type MessageStatus } from '../core/fold-status.ts';
import { isSameLabel, labelNames } from '../core/mail-labels.ts';
import type { StatusType } from '../core/precedence.ts';
import { type StatusKey, statusRowKey } from './keys.ts';
import type { RowFields } from './row-fields.ts';
import { earlierAttributes, type StatusRowTimes, statusFields, timeAttribute } from './status-row.ts';

/** Inserts a row. DynamoDB refuses it as a duplicate when the row exists. */
export function insertRow(table: string, row: RowFields): BatchStatementRequest {
  const names = Object.keys(row).filter((name) => row[name] !== undefined);
  return {
    Statement: insertText(table, names),
    Parameters: names.map((name) => attributeOf(row[name])),
  };
}

/** One string for each combination of attributes: a few dozen. */
const insertTexts = new Map<string, string>();

function insertText(table: string, names: readonly string[]): string {
  const shape = `${table} ${names.join()}`;
  const text =
    insertTexts.get(shape) ??
    `INSERT INTO "${table}" VALUE {${names.map((name) => `'${name}': ?`).join(', ')}}`;
  insertTexts.set(shape, text);
  return text;
}

/**
 * Joins a status into the row that was read before. DynamoDB refuses it when the row was deleted, or when another
 * consumer has since written something that this update would overwrite.
 */
export function updateStatus(
  table: string,
  key: StatusKey,
  found: MessageStatus,
  status: MessageStatus,
  times: StatusRowTimes,
): BatchStatementRequest {
  const joined = joinStatus(found, status);
  // A label that stays as it was is not written, so that another consumer's cannot be overwritten.
  const kept: readonly string[] = labelNames.filter((name) =>
    isSameLabel(joined.labels[name], found.labels[name]),
  );
  const fields = Object.entries(statusFields(key, joined, times)).filter(
    ([name]) => name !== 'recipient' && !kept.includes(name),
  );
  const seen = (Object.keys(joined.times) as StatusType[]).map((type) => ({
    name: timeAttribute(type),
    at: joined.times[type],
    wasAbsent: !found.times[type],
  }));
  const conditions = [
    // With equal precedence, the same event decides, so the update changes nothing.
    { text: 'precedence <= ?', value: joined.precedence },
    ...seen.map(({ name, at, wasAbsent }) =>
      wasAbsent ? { text: `"${name}" IS MISSING` } : { text: `"${name}" <= ?`, value: at },
    ),
    ...labelNames
      .filter((name) => !kept.includes(name))
      .map((name) =>
        found.labels[name] === undefined
          ? { text: `"${name}" IS MISSING` }
          : { text: `"${name}" = ?`, value: found.labels[name] },
      ),
  ];
  const rowKey = statusRowKey(key);
  return {
    Statement: [
      `UPDATE "${table}"`,
      ...fields.map(([name]) => `SET "${name}" = ?`),
      ...earlierAttributes.map((name) => `REMOVE "${name}"`),
      'WHERE messageId = ? AND sortKey = ?',
      ...conditions.map(({ text }) => `AND ${text}`),
    ].join(' '),
    Parameters: [
      ...fields.map(([, value]) => attributeOf(value)),
      attributeOf(rowKey.messageId),
      attributeOf(rowKey.sortKey),
      ...conditions.flatMap(({ value }) => (value === undefined ? [] : [attributeOf(value)])),
    ],
  };
}

/** Nearly every value is a string. The SDK's own conversion checks for every type, which takes longer. */
function attributeOf(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  return convertToAttr(value, { removeUndefinedValues: true });
}
