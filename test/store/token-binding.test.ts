import { randomBytes } from 'node:crypto';
import { CreateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { tokenBinding } from '../../store/token-binding.ts';
import { sharedDynamoDb } from '../support/tables.ts';

const table = `tokens-${randomBytes(4).toString('hex')}`;
const client = sharedDynamoDb() as unknown as DynamoDBClient;
const start = Date.UTC(2026, 0, 1);
let now = new Date(start);
const bind = tokenBinding(client, table, 100, () => now);
const afterSeconds = (seconds: number) => {
  now = new Date(start + seconds * 1000);
};

beforeAll(async () => {
  await client.send(
    new CreateTableCommand({
      TableName: table,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'token', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'token', KeyType: 'HASH' }],
    }),
  );
});

describe('a single-use token', () => {
  it('belongs to the first body that comes with it, and to no other', async () => {
    expect(await bind('mailgun', 't1', 'body')).toBe(true);
    expect(await bind('mailgun', 't1', 'another body')).toBe(false);
    expect(await bind('mailgun', 't1', 'body')).toBe(true);
  });

  it('belongs to one of two bodies that come at once', async () => {
    const bound = await Promise.all(['one', 'other'].map((body) => bind('mailgun', 't2', body)));
    expect(bound.toSorted()).toEqual([false, true]);
  });

  it('of one provider says nothing about the same token of another', async () => {
    expect(await bind('mailgun', 't3', 'body')).toBe(true);
    expect(await bind('someone-else', 't3', 'another body')).toBe(true);
  });

  it('is free again once its row has expired, even if the row is still there', async () => {
    expect(await bind('mailgun', 't4', 'body')).toBe(true);
    afterSeconds(100);
    expect(await bind('mailgun', 't4', 'another body')).toBe(false);
    afterSeconds(101);
    expect(await bind('mailgun', 't4', 'another body')).toBe(true);
  });
});
