import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aReport, aStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await aStack();
});
afterAll(() => stack?.stop());

const storedEvent = async () => (await stack.message('m1'))?.recipients[0]?.events[0];

describe('an event row whose time is over', () => {
  it('counts as absent, though DynamoDB has not deleted it yet', async () => {
    const report = aReport();
    await stack.postToSendgrid([report]);
    await stack.untilIdle();
    const first = await storedEvent();
    await stack.postToSendgrid([report]);
    await stack.untilIdle();
    // Within the window the repeat leaves the row alone.
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
    // Nobody remembers an event for as long as its window: by now another instance is at work.
    for (const pid of stack.function('MailfoldConsumer').pids) process.kill(pid, 'SIGKILL');
    await stack.postToSendgrid([report]);
    await stack.untilIdle();
    expect((await storedEvent())?.storedAt).not.toBe(first?.storedAt);
    // State does not move backwards because of it.
    expect((await stack.message('m1'))?.recipients[0]?.status?.type).toBe('delivered');
  });
});
