import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsError } from './aws-error.ts';
import { type Emulator, internalQueueUrl } from './emulator.ts';
import { attributesOf, sourcesOf } from './queue-attributes.ts';

type Input = Readonly<Record<string, unknown>>;

type Task = {
  handle: string;
  status: 'RUNNING' | 'COMPLETED' | 'CANCELLING' | 'CANCELLED' | 'FAILED';
  sourceArn: string;
  destinationArn?: string;
  moved: number;
  toMove: number;
  startedAt: number;
  perSecond?: number;
  failure?: string;
};

type Message = {
  ReceiptHandle: string;
  Body: string;
  MessageAttributes?: Record<string, unknown>;
};

type MoveTasks = {
  readonly actions: Readonly<Record<string, (input: Record<string, unknown>) => Promise<unknown>>>;
  stop(): Promise<void>;
};

/** The SQS actions that move dead letters back, which the emulator lacks. */
export function createMoveTasks(emulator: Emulator): MoveTasks {
  const tasks: Task[] = [];
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  async function start(input: Input) {
    const destination = await destinationOf(emulator, input);
    const task = await newTask(emulator, input);
    mustBeAlone(task, tasks);
    tasks.unshift(task);
    const run = move(emulator, task, destination, stopping.signal).catch((error: Error) => {
      task.status = 'FAILED';
      task.failure = error.message;
    });
    running.add(run);
    void run.finally(() => running.delete(run));
    return { TaskHandle: task.handle };
  }

  async function list(input: Input) {
    const sourceArn = String(input['SourceArn'] ?? '');
    await mustExist(emulator, sourceArn);
    const found = tasks.filter((task) => task.sourceArn === sourceArn);
    return { Results: found.slice(0, Number(input['MaxResults'] ?? 1)).map(describe) };
  }

  async function cancel(input: Input) {
    const task = tasks.find(({ handle }) => handle === input['TaskHandle']);
    if (task?.status !== 'RUNNING') {
      throw new AwsError('ResourceNotFoundException', 'Task does not exist, or is not running.');
    }
    task.status = 'CANCELLING';
    return { ApproximateNumberOfMessagesMoved: task.moved };
  }

  return {
    actions: {
      StartMessageMoveTask: start,
      ListMessageMoveTasks: list,
      CancelMessageMoveTask: cancel,
      ListDeadLetterSourceQueues: (input) => listSources(emulator, input),
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** The URL of the queue to move the messages to. */
async function destinationOf(emulator: Emulator, input: Input): Promise<string> {
  const sourceArn = String(input['SourceArn'] ?? '');
  const destinationArn = input['DestinationArn'] as string | undefined;
  await mustExist(emulator, sourceArn);
  const [origin, ...more] = await sourcesOf(emulator, sourceArn);
  if (origin === undefined) {
    throw new AwsError('InvalidParameterValue', 'Source queue must be configured as a Dead Letter Queue.');
  }
  if (destinationArn) await mustExist(emulator, destinationArn);
  // SQS remembers the source queue of each message; the emulator does not.
  else if (more.length > 0) {
    throw new AwsError(
      'UnsupportedOperation',
      `several queues send dead letters to ${sourceArn}: name a DestinationArn`,
    );
  }
  return urlOf(destinationArn ?? origin);
}

async function newTask(emulator: Emulator, input: Input): Promise<Task> {
  const sourceArn = String(input['SourceArn'] ?? '');
  const { ApproximateNumberOfMessages: count } = await attributesOf(emulator, urlOf(sourceArn));
  const perSecond = Number(input['MaxNumberOfMessagesPerSecond'] ?? 0);
  return {
    handle: Buffer.from(JSON.stringify({ taskId: randomUUID(), sourceArn })).toString('base64'),
    status: 'RUNNING',
    sourceArn,
    moved: 0,
    toMove: Number(count ?? 0),
    startedAt: Date.now(),
    ...(input['DestinationArn'] ? { destinationArn: String(input['DestinationArn']) } : {}),
    ...(perSecond > 0 && { perSecond }),
  };
}

function mustBeAlone({ sourceArn }: Task, tasks: readonly Task[]): void {
  if (!tasks.some((task) => task.sourceArn === sourceArn && task.status === 'RUNNING')) return;
  throw new AwsError(
    'InvalidParameterValue',
    'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
  );
}

async function move(
  emulator: Emulator,
  task: Task,
  destination: string,
  stopping: AbortSignal,
): Promise<void> {
  const source = urlOf(task.sourceArn);
  while (task.status === 'RUNNING' && !stopping.aborted) {
    const { Messages: messages = [] } = await emulator.sqs<{ Messages?: Message[] }>('ReceiveMessage', {
      QueueUrl: source,
      MaxNumberOfMessages: Math.min(10, task.perSecond ?? 10),
      MessageAttributeNames: ['All'],
    });
    if (messages.length === 0) break;
    for (const { Body, MessageAttributes, ReceiptHandle } of messages) {
      // As on AWS, a new message: with a new id, and no deliveries yet.
      await emulator.sqs('SendMessage', {
        QueueUrl: destination,
        MessageBody: Body,
        ...(MessageAttributes && { MessageAttributes }),
      });
      await emulator.sqs('DeleteMessage', { QueueUrl: source, ReceiptHandle });
      task.moved += 1;
    }
    if (task.perSecond) await delay((1_000 * messages.length) / task.perSecond);
  }
  task.status = task.status === 'RUNNING' ? 'COMPLETED' : 'CANCELLED';
}

function describe(task: Task) {
  return {
    // Only a running task shows its handle, with which it can be cancelled.
    ...(task.status === 'RUNNING' && { TaskHandle: task.handle }),
    Status: task.status,
    SourceArn: task.sourceArn,
    ...(task.destinationArn && { DestinationArn: task.destinationArn }),
    ...(task.perSecond && { MaxNumberOfMessagesPerSecond: task.perSecond }),
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    ...(task.failure && { FailureReason: task.failure }),
    StartedTimestamp: task.startedAt,
  };
}

async function listSources(emulator: Emulator, input: Input) {
  const { QueueArn } = await attributesOf(emulator, String(input['QueueUrl'] ?? ''));
  return { queueUrls: (await sourcesOf(emulator, QueueArn ?? '')).map(urlOf) };
}

async function mustExist(emulator: Emulator, arn: string): Promise<void> {
  await emulator.sqs('GetQueueUrl', { QueueName: nameOf(arn) }).catch(() => {
    throw new AwsError(
      'ResourceNotFoundException',
      "The resource that you specified for the SourceArn parameter doesn't exist.",
    );
  });
}

function nameOf(arn: string): string {
  return arn.split(':').at(-1) ?? '';
}

function urlOf(arn: string): string {
  return internalQueueUrl(nameOf(arn));
}
