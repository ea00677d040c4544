import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
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
  const { isWritten, before } = await update(client, raiseLatest(table, part, key, head, now));
  if (!before || includesHead(before, head)) return { repeated: !isWritten };
  const first = firstOrderOf(head.first);
  if (first < firstOrderOf(before.first))
    await update(client, lowerOrRaise(table, key, { name: 'first', value: first, sign: '>' }));
  if (head.run) {
    const { lastStart, firstReach, ...index } = runFields(key, head.run);
    for (const each of [
      { name: 'lastStart', value: String(lastStart), sign: '<' },
      { name: 'firstReach', value: String(firstReach), sign: '>' },
    ] as const)
      await update(client, lowerOrRaise(table, key, each, index));
  }
  return { repeated: false };
}

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
  { name, value, sign }: { readonly name: string; readonly value: string; readonly sign: '<' | '>' },
  others: RowFields = {},
): UpdateCommandInput {
  const set = Object.entries({ ...others, [name]: value });
  return {
    TableName,
    Key,
    UpdateExpression: `SET ${set.map(([each]) => `#${each} = :${each}`).join(', ')}`,
    ConditionExpression: `attribute_not_exists(#${name}) OR #${name} ${sign} :${name}`,
    ExpressionAttributeNames: Object.fromEntries(set.map(([each]) => [`#${each}`, each])),
    ExpressionAttributeValues: Object.fromEntries(set.map(([each, text]) => [`:${each}`, text])),
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
