import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aReport, aStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeEach(async () => {
  stack = await aStack({ interceptDynamoDb: true });
});
afterEach(() => stack?.stop());

const failure = { status: 500, body: { __type: 'InternalFailure', message: 'out of order' } };

describe('a fault on our side', () => {
  it('in SQS is a 503, and nothing is lost once the provider tries again', async () => {
    stack.faults.intercept = ({ service, action }) =>
      service === 'sqs' && action === 'SendMessage' ? failure : undefined;
    const report = aReport();
    expect(await stack.postToSendgrid([report])).toBe(503);
    await stack.untilIdle();
    expect(await stack.message('m1')).toBeUndefined();
    stack.faults.intercept = undefined;
    expect(await stack.postToSendgrid([report])).toBe(200);
    await stack.untilIdle();
    expect((await stack.message('m1'))?.recipients[0]?.status?.type).toBe('delivered');
  });

  it('in Secrets Manager is a 503 too, because some providers drop an event on a 4xx', async () => {
    stack.faults.intercept = ({ service }) => (service === 'secretsmanager' ? failure : undefined);
    expect(await stack.postToSendgrid([aReport()])).toBe(503);
    stack.faults.intercept = undefined;
    expect(await stack.postToSendgrid([aReport()])).toBe(200);
  });

  it('in DynamoDB delays events and loses none', async () => {
    const statusWrites = ['BatchExecuteStatement', 'UpdateItem'];
    let refusals = 0;
    stack.faults.intercept = ({ service, action }) => {
      // Enough failures for the batch and the single writes of one run, with all SDK retries, and half of the next run.
      if (service !== 'dynamodb' || !statusWrites.includes(action) || refusals === 12) return undefined;
      refusals += 1;
      return {
        status: 400,
        body: { __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException' },
      };
    };
    expect(await stack.postToSendgrid([aReport(), aReport({ sg_message_id: 'm2.recvd-1' })])).toBe(200);
    await stack.untilIdle();
    expect(refusals).toBe(12);
    for (const id of ['m1', 'm2'])
      expect((await stack.message(id))?.recipients[0]?.status?.type).toBe('delivered');
    expect(await stack.depthOf('DeadLetterQueueUrl')).toBe(0);
  });

  it('that kills the consumer during a run leaves the same rows in the end', async () => {
    let calls = 0;
    let batches = 0;
    stack.faults.intercept = ({ service, action }) => {
      // Other services are also called, for example by polling.
      if (service !== 'dynamodb') return undefined;
      calls += 1;
      if (action === 'BatchExecuteStatement') batches += 1;
      // The batch was sent, and the consumer dies before it gets the answer.
      if (action === 'BatchExecuteStatement' && batches === 1)
        for (const pid of stack.function('MailfoldConsumer').pids) process.kill(pid, 'SIGKILL');
      return undefined;
    };
    const batch = [aReport({ event: 'processed' }), aReport(), aReport({ email: 'b@example.com' })];
    expect(await stack.postToSendgrid(batch)).toBe(200);
    await stack.untilIdle();
    expect(batches).toBeGreaterThanOrEqual(1);
    expect(calls).toBeGreaterThan(2);
    expect(await stack.rows()).toHaveLength(5);
    expect((await stack.message('m1'))?.recipients.map(({ status }) => status?.type)).toEqual([
      'delivered',
      'delivered',
    ]);
  });
});
