import { StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anUnreadableReport, aReport, aStack, type Stack } from '../support/stack.ts';
import { eventually } from '../support/wait.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await aStack();
});
afterAll(() => stack?.stop());

const inDeadLetters = (count: number) =>
  eventually(`${count} dead letters`, async () => (await stack.depthOf('DeadLetterQueueUrl')) === count);

describe('an unreadable event', () => {
  it('becomes a dead letter alone, with its reason, and the rest of its batch is stored', async () => {
    const poison = anUnreadableReport();
    expect(await stack.postToSendgrid([aReport(), poison, aReport({ email: 'b@example.com' })])).toBe(200);
    await inDeadLetters(1);
    expect((await stack.message('m1'))?.recipients).toHaveLength(2);
    const [letter, ...others] = await stack.takeDeadLetters();
    expect(others).toEqual([]);
    expect(JSON.parse(letter?.Body ?? '')).toEqual([poison]);
    expect(letter?.MessageAttributes).toMatchObject({
      provider: { StringValue: 'sendgrid' },
      reason: { StringValue: 'expected a message, a recipient or a time, found none of them' },
    });
  });

  it('becomes a dead letter too when the whole body cannot be read', async () => {
    expect(await stack.postToSendgrid('not JSON, and signed')).toBe(200);
    await inDeadLetters(1);
    expect((await stack.takeDeadLetters())[0]?.Body).toBe('not JSON, and signed');
  });

  it('is processed again after a redrive, as from the SQS console', async () => {
    // It fails because of an injected fault and not because of its content, so it can succeed later.
    const faulty = await aStack({ interceptDynamoDb: true });
    try {
      faulty.faults.intercept = ({ service, action }) =>
        service === 'dynamodb' && action === 'PutItem'
          ? { status: 400, body: { __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException' } }
          : undefined;
      expect(await faulty.postToSendgrid([aReport()])).toBe(200);
      await eventually('a dead letter', async () => (await faulty.depthOf('DeadLetterQueueUrl')) === 1);
      faulty.faults.intercept = undefined;
      const name = faulty.outputs['DeadLetterQueueUrl']?.split('/').at(-1);
      await faulty.sqs.send(
        new StartMessageMoveTaskCommand({
          SourceArn: `arn:aws:sqs:${faulty.endpoints.region}:000000000000:${name}`,
        }),
      );
      await eventually(
        'the event to be stored',
        async () => (await faulty.message('m1'))?.recipients[0]?.events.length === 1,
      );
      await faulty.untilIdle();
      expect(await faulty.depthOf('DeadLetterQueueUrl')).toBe(0);
    } finally {
      await faulty.stop();
    }
  });
});
