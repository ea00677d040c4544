import {
  GetEventSourceMappingCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { sendRequest } from '../../cli/send-request.ts';
import { sqsOf } from '../../cli/sqs-of.ts';
import type { Target } from '../../cli/target.ts';
import { outputs, webhookUrlOutput } from '../../lib/outputs.ts';
import { queueDepth } from '../../queue/queue-depth.ts';
import { signed } from '../support/sendgrid.ts';
import { eventually } from '../support/wait.ts';
import type { World } from './world.ts';

const readable = 'integ-redriven';
/** A mapping takes up to a minute to change its state, and a message as long to be delivered again. */
const patienceMillis = 5 * 60_000;

/**
 * The first is readable: while the consumer does not read the queue, it is received twice, and one delivery is all that this stack
 * grants. The second cannot be read, and the consumer itself gives up.
 */
export async function makeDeadLetters(world: World): Promise<void> {
  const target = await world.target();
  await setConsumer(target, false);
  const key = world.file('signing-key.txt', world.keys['sendgrid']?.signingKey ?? '');
  await world.mailfold(['send', 'sendgrid', 'delivered', '--message', readable, '--key', key, '--no-wait']);
  await eventually('a readable dead letter', () => isDeadAfterReceiving(target), patienceMillis);
  await setConsumer(target, true);
  await postUnreadable(world, target);
  await untilDead(target, 2);
}

export async function redriveDeadLetters({ mailfold, target }: World): Promise<void> {
  await mailfold(['dlq', 'redrive', '--all', '--yes']);
  await eventually(
    'the readable dead letter to be stored',
    // It prints nothing about a message that nobody knows.
    async () => (await mailfold(['status', readable, '--no-wait'], 0, 1)) !== '',
    patienceMillis,
  );
  // The unreadable one fails again.
  const stack = await target();
  await untilDead(stack, 1);
  await eventually(
    'an empty queue',
    async () => (await queueDepth(sqsOf(stack), stack.output(outputs.eventsQueueUrl))) === 0,
    patienceMillis,
  );
}

async function isDeadAfterReceiving(target: Target): Promise<boolean> {
  const QueueUrl = target.output(outputs.eventsQueueUrl);
  await sqsOf(target).send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 0, WaitTimeSeconds: 1 }));
  return (await deadLetters(target)) === 1;
}

async function postUnreadable({ keys }: World, target: Target): Promise<void> {
  const request = signed('[{"event":"delivered","timestamp":"soon"}]', keys['sendgrid']?.signingKey ?? '');
  const status = await sendRequest(target.output(webhookUrlOutput('sendgrid')), request);
  if (status !== 200) throw new Error(`expected a signed request to get 200, found ${status}`);
}

function deadLetters(target: Target): Promise<number> {
  return queueDepth(sqsOf(target), target.output(outputs.deadLetterQueueUrl));
}

async function untilDead(target: Target, count: number): Promise<void> {
  await eventually(
    `${count} dead letters`,
    async () => (await deadLetters(target)) === count,
    patienceMillis,
  );
}

async function setConsumer(target: Target, Enabled: boolean): Promise<void> {
  const lambda = new LambdaClient(target.settings);
  const FunctionName = target.output(outputs.consumerFunctionName);
  const { EventSourceMappings: [mapping] = [] } = await lambda.send(
    new ListEventSourceMappingsCommand({ FunctionName }),
  );
  const UUID = mapping?.UUID;
  await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
  const wanted = Enabled ? 'Enabled' : 'Disabled';
  await eventually(
    `the mapping to be ${wanted}`,
    async () => (await lambda.send(new GetEventSourceMappingCommand({ UUID }))).State === wanted,
    patienceMillis,
  );
}
