import {
  type Actions,
  type AwsAnswer,
  type AwsCall,
  type AwsService,
  performAction,
  readTarget,
} from '../aws-service.ts';
import { CannotStart } from '../cannot-start.ts';
import { account } from '../clients.ts';
import { type Emulator, internalQueueUrl, startEmulator } from '../emulator.ts';
import { arnOf, atMost, identityOf } from '../identity.ts';
import { createMoveTasks } from '../move-tasks.ts';
import { inDataDir } from '../options.ts';
import type { Right } from '../permissions.ts';
import type { LocalResource, Runner } from '../runner.ts';
import { objectsFolder } from '../s3/object-files.ts';
import { attributesFrom } from '../string-attributes.ts';

/** Creates the template's queues; those of an earlier run keep their messages. */
export const queues: Runner<Emulator> = {
  types: ['AWS::SQS::Queue'],
  keeps: ['queues'],
  identify({ generatedName, property }, { awsEndpoint }) {
    const name = atMost(80, property<string>('QueueName') ?? generatedName);
    // With the stack's own endpoint as its origin; the SDK would warn about any other.
    const url = `${awsEndpoint}/${account}/${name}`;
    const attributes = { QueueName: name, QueueUrl: url };
    return identityOf(name, arnOf('sqs', name), { ref: url, attributes });
  },
  async start(resources, run) {
    const dataDir = inDataDir(run.options, 'queues');
    const emulator = await startEmulator({ dataDir, objectsDir: objectsFolder(run) });
    run.onStop(emulator.stop);
    const moveTasks = createMoveTasks(emulator);
    run.onStop(moveTasks.stop);
    run.serve(createSqsService(emulator, moveTasks.actions, run.awsEndpoint));
    await Promise.all(resources.map((queue) => ensureQueue(queue, emulator)));
    return emulator;
  },
};

const attributeNames = [
  'VisibilityTimeout',
  'MessageRetentionPeriod',
  'DelaySeconds',
  'ReceiveMessageWaitTimeSeconds',
  'MaximumMessageSize',
  'RedrivePolicy',
];

async function ensureQueue(queue: LocalResource, emulator: Emulator): Promise<void> {
  if (queue.property('FifoQueue')) {
    throw new CannotStart(
      `${queue.logicalId} is a FIFO queue, and the local event source mapping keeps no order; use a standard queue`,
    );
  }
  // In two steps: creating a queue that exists with other attributes is an error, as on AWS.
  await emulator.sqs('CreateQueue', { QueueName: queue.name });
  await emulator.sqs('SetQueueAttributes', {
    QueueUrl: internalQueueUrl(queue.name),
    Attributes: attributesFrom(queue, attributeNames),
  });
}

/** `actions`: those that the emulator lacks. */
function createSqsService(emulator: Emulator, actions: Actions, awsEndpoint: string): AwsService {
  return {
    name: 'sqs',
    read: (request) => readTarget('AmazonSQS', request),
    rights: sqsRights,
    async answer(call, request) {
      const answer =
        call.action in actions
          ? await performAction({ name: 'sqs', version: '1.0', actions }, call)
          : await emulator.forward(request);
      return withOwnAddress(call, answer, awsEndpoint);
    },
  };
}

/** What IAM checks for a call to SQS. Who moves dead letters must also be allowed to do so one by one. */
function sqsRights({ action, body }: AwsCall): Right[] {
  const on = (resource: string, ...actions: string[]) =>
    actions.map((each) => ({ action: `sqs:${each}`, resources: [resource] }));
  // IAM knows no actions of batches.
  if (body['QueueUrl'] !== undefined) return on(arnOfUrl(body['QueueUrl']), action.replace(/Batch$/, ''));
  if (body['QueueName'] !== undefined) return on(arnOf('sqs', String(body['QueueName'])), action);
  const { SourceArn: source, DestinationArn: destination } = body;
  const moving =
    action === 'StartMessageMoveTask' ? ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'] : [];
  return [
    ...on(source === undefined ? '*' : String(source), action, ...moving),
    ...(destination === undefined ? [] : on(String(destination), 'SendMessage')),
  ];
}

const answersWithAddress = new Set([
  'CreateQueue',
  'GetQueueUrl',
  'ListQueues',
  'ListDeadLetterSourceQueues',
]);

/** The emulator's own queue URLs cannot be reached, so they are replaced by the stack's. */
function withOwnAddress({ action }: AwsCall, answer: AwsAnswer, awsEndpoint: string): AwsAnswer {
  if (!answersWithAddress.has(action)) return answer;
  const own = answer.body
    .toString()
    .replaceAll(/"https?:\/\/[^/"]+\/\d+\/([^"/]+)"/g, (_, name) => `"${awsEndpoint}/${account}/${name}"`);
  return { ...answer, body: Buffer.from(own) };
}

function arnOfUrl(url: unknown): string {
  return arnOf('sqs', String(url).split('/').at(-1) ?? '');
}
