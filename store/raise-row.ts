import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { StoredEntry } from '../app/ports/store.ts';
import { firstOrderOf, type Head, includesHead } from '../core/head.ts';
import type { AddressRowKey } from './keys.ts';
import type { RowFields } from './row-fields.ts';
import { headFields, readHead, runFields } from './suppression-row.ts';

/** Attributes that do not belong to the latest entry. */
const joinedApart: readonly string[] = ['first', 'lastStart', 'firstReach'];

type Raised = { readonly repeated: boolean };
type Row = { readonly part: 'log' | 'head'; readonly key: AddressRowKey; readonly head: Head };

/**
 * Joins a head into its row. DynamoDB compares, so two writers at the same time cannot undo each other: the latest entry
 * only gets later, the first one only earlier, and each of them is one conditional update.
 */
export async function raiseRow(
  client: DynamoDBDocumentClient,
  table: string,
  { part, key, head }: Row,
  now: Date,
): Promise<Raised> {
  for (let tries = 1; ; tries += 1) {
    const { isWritten, before } = await update(client, raiseLatest(table, part, key, head, now));
    if (!before || includesHead(before, head))
      return { repeated: !isWritten && !(before && isSameWrite(before, head, now)) };
    if (await joinRest(client, table, key, head, before)) return { repeated: false };
    // The row was deleted since: `forget` judged it without this head. It is written anew.
    if (tries === maxTries)
      throw new Error(
        `expected to write a row of an address within ${tries} tries, found it deleted each time`,
      );
  }
}

/** Whether the row was written by an earlier try of this write, whose answer was lost. */
function isSameWrite({ latest }: Head, head: Head, now: Date): boolean {
  const { recordedAt } = latest as Partial<StoredEntry>;
  return latest.id === head.latest.id && recordedAt === now.toISOString();
}

/** Each failed try means that somebody has just forgotten the address. */
const maxTries = 5;

/** Returns false when the row does not exist any more. */
async function joinRest(
  client: DynamoDBDocumentClient,
  table: string,
  key: AddressRowKey,
  head: Head,
  before: Head,
): Promise<boolean> {
  const join = async (...change: [Bound, RowFields?]) => {
    const { isWritten, before: found } = await update(client, lowerOrRaise(table, key, ...change));
    return isWritten || found !== undefined;
  };
  const first = firstOrderOf(head.first);
  if (first < firstOrderOf(before.first) && !(await join({ name: 'first', value: first, sign: '>' })))
    return false;
  if (!head.run) return true;
  const { lastStart, firstReach, ...index } = runFields(key, head.run);
  return (
    (await join({ name: 'lastStart', value: String(lastStart), sign: '<' }, index)) &&
    (await join({ name: 'firstReach', value: String(firstReach), sign: '>' }, index))
  );
}

/** An attribute that only gets smaller (`>`: the stored one must be greater) or only greater. */
type Bound = { readonly name: string; readonly value: string; readonly sign: '<' | '>' };

function raiseLatest(
  TableName: string,
  part: 'log' | 'head',
  key: AddressRowKey,
  head: Head,
  now: Date,
): UpdateCommandInput {
  const { address, sortKey, ...fields } = headFields(part, key, head, now);
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  // What the latest entry does not say must not remain from an earlier one.
  const absent = Object.keys(fields).filter((name) => fields[name] === undefined);
  return {
    TableName,
    Key: { address, sortKey },
    UpdateExpression: [
      `SET ${set
        .map(([name]) =>
          joinedApart.includes(name) ? `#${name} = if_not_exists(#${name}, :${name})` : `#${name} = :${name}`,
        )
        .join(', ')}`,
      ...(absent.length > 0 ? [`REMOVE ${absent.map((name) => `#${name}`).join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: 'attribute_not_exists(#latest) OR #latest < :latest',
    ExpressionAttributeNames: Object.fromEntries(Object.keys(fields).map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
    ReturnValues: 'ALL_OLD',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}

function lowerOrRaise(
  TableName: string,
  Key: AddressRowKey,
  { name, value, sign }: Bound,
  others: RowFields = {},
): UpdateCommandInput {
  const set = Object.entries({ ...others, [name]: value });
  return {
    TableName,
    Key,
    UpdateExpression: `SET ${set.map(([each]) => `#${each} = :${each}`).join(', ')}`,
    // Without the first part, it would create a row that says neither what happened nor when.
    ConditionExpression: `attribute_exists(#latest) AND (attribute_not_exists(#${name}) OR #${name} ${sign} :${name})`,
    ExpressionAttributeNames: Object.fromEntries(
      ['latest', ...set.map(([each]) => each)].map((each) => [`#${each}`, each]),
    ),
    ExpressionAttributeValues: Object.fromEntries(set.map(([each, text]) => [`:${each}`, text])),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}

/** Whether the condition held, and the head that the row held before. */
async function update(
  client: DynamoDBDocumentClient,
  command: UpdateCommandInput,
): Promise<{ readonly isWritten: boolean; readonly before?: Head }> {
  try {
    const { Attributes } = await client.send(new UpdateCommand(command));
    return { isWritten: true, ...(Attributes && { before: readHead(Attributes) }) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { isWritten: false, ...(error.Item && { before: readHead(unmarshall(error.Item)) }) };
  }
}
