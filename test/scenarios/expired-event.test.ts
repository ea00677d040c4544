import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aReport, aStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await aStack();
});
afterAll(() => stack?.stop());

const storedEvent = async () => (await stack.message('m1'))?.recipients[0]?.events[0];

describe('an expired event row', () => {
  it('counts as absent, even if DynamoDB has not deleted it yet', async () => {
    const report = aReport();
    await stack.postToSendgrid([report]);
    await stack.untilIdle();
    const first = await storedEvent();
    await stack.postToSendgrid([report]);
    await stack.untilIdle();
    // Within the window a repeat does not change the row.
    expect((await storedEvent())?.storedAt).toBe(first?.storedAt);

    const [row] = (await stack.rows()).filter((item) => String(item['sortKey']).startsWith('E#'));
    await stack.dynamoDb.send(
      new UpdateCommand({
        TableName: stack.messagesTable,
        Key: { messageId: row?.['messageId'], sortKey: row?.['sortKey'] },
        UpdateExpression: 'SET expiresAt = :past',
        ExpressionAttributeValues: { ':past': Math.floor(Date.now() / 1000) - 60 },
      }),
    );
    // A new consumer, because the old one still remembers the event. After a real window it would not.
    for (const pid of stack.function('MailfoldConsumer').pids) process.kill(pid, 'SIGKILL');
    await stack.postToSendgrid([report]);
    await stack.untilIdle();
    expect((await storedEvent())?.storedAt).not.toBe(first?.storedAt);
    // The status does not change.
    expect((await stack.message('m1'))?.recipients[0]?.status?.type).toBe('delivered');
  });
});
