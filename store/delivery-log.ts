import { setTimeout as delay } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { DeliveryAttempt, DeliveryLog, EndpointState } from '../app/ports/webhooks.ts';

/** How long an attempt can be read. */
const keptDays = 14;
const attemptPrefix = 'A#';
const stateKey = 'state';
/** DynamoDB's limit for one call. */
const mostPuts = 25;
const mostTries = 3;

/** The log of deliveries: a row for each attempt, and one for the state of each endpoint. */
export function deliveryLog(client: DynamoDBDocumentClient, TableName: string): DeliveryLog {
  const stateOf = (endpoint: string) => ({ TableName, Key: { endpoint, sortKey: stateKey } });

  async function record(endpoint: string, attempts: readonly DeliveryAttempt[]): Promise<void> {
    for (let start = 0; start < attempts.length; start += mostPuts) {
      const puts = attempts.slice(start, start + mostPuts).map((attempt) => ({
        PutRequest: { Item: attemptRow(endpoint, attempt) },
      }));
      let left: Record<string, unknown[]> | undefined = { [TableName]: puts };
      for (let tries = 0; left?.[TableName] && tries < mostTries; tries += 1) {
        if (tries > 0) await delay(100 * 2 ** tries);
        const written: { UnprocessedItems?: Record<string, unknown[]> } = await client.send(
          new BatchWriteCommand({ RequestItems: left as never }),
        );
        left = written.UnprocessedItems;
      }
    }
  }

  return {
    record,
    async stateOf(endpoint) {
      const { Item = {} } = await client.send(new GetCommand({ ...stateOf(endpoint), ConsistentRead: true }));
      const { failingSince, pausedAt, pausedBecause } = Item as EndpointState;
      return {
        ...(failingSince && { failingSince }),
        ...(pausedAt && { pausedAt }),
        ...(pausedBecause && { pausedBecause }),
      };
    },
    async latest(endpoint, limit) {
      const query = new QueryCommand({
        TableName,
        KeyConditionExpression: 'endpoint = :endpoint AND begins_with(sortKey, :prefix)',
        ExpressionAttributeValues: { ':endpoint': endpoint, ':prefix': attemptPrefix },
        ScanIndexForward: false,
        Limit: limit,
        ConsistentRead: true,
      });
      const { Items = [] } = await client.send(query);
      return Items.map(
        ({ endpoint: _, sortKey: __, expiresAt: ___, ...attempt }) => attempt as DeliveryAttempt,
      );
    },
    async noteFailure(endpoint, at) {
      const { Attributes } = await client.send(
        new UpdateCommand({
          ...stateOf(endpoint),
          UpdateExpression: 'SET failingSince = if_not_exists(failingSince, :at)',
          ExpressionAttributeValues: { ':at': at },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return String(Attributes?.['failingSince']);
    },
    async noteSuccess(endpoint) {
      await client.send(new UpdateCommand({ ...stateOf(endpoint), UpdateExpression: 'REMOVE failingSince' }));
    },
    pause: (endpoint, at, because) =>
      isDone(
        client.send(
          new UpdateCommand({
            ...stateOf(endpoint),
            UpdateExpression: 'SET pausedAt = :at, pausedBecause = :because',
            // A success in another run, in the meantime, ends the failures.
            ConditionExpression: 'attribute_not_exists(pausedAt) AND attribute_exists(failingSince)',
            ExpressionAttributeValues: { ':at': at, ':because': because },
          }),
        ),
      ),
    resume: (endpoint) =>
      isDone(
        client.send(
          new UpdateCommand({
            ...stateOf(endpoint),
            UpdateExpression: 'REMOVE pausedAt, pausedBecause, failingSince',
            ConditionExpression: 'attribute_exists(pausedAt)',
          }),
        ),
      ),
  };
}

function attemptRow(endpoint: string, attempt: DeliveryAttempt): Record<string, unknown> {
  const { at, id, attempt: number } = attempt;
  return {
    endpoint,
    sortKey: `${attemptPrefix}${at}#${id}#${number}`,
    ...attempt,
    expiresAt: Math.floor(Date.parse(at) / 1_000) + keptDays * 86_400,
  };
}

/** Whether the condition of a write was met. */
async function isDone(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
