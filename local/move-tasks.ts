import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsError } from './aws-error.ts';
import { internalQueueUrl, type MessageBroker } from './message-broker.ts';

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

export type MoveTasks = {
  readonly actions: Readonly<Record<string, (input: Record<string, unknown>) => Promise<unknown>>>;
  stop(): Promise<void>;
};

/** Redriving dead letters, the one thing SQS does for us that the emulator does not. */
export function createMoveTasks(broker: MessageBroker): MoveTasks {
  const tasks: Task[] = [];
  const running = new Set<Promise<void>>();
  let stopping = false;

  async function start(input: Record<string, unknown>) {
    const sourceArn = String(input['SourceArn'] ?? '');
    const destinationArn = input['DestinationArn'] as string | undefined;
    await mustExist(sourceArn);
    const origins = await queuesThatSetAsideTo(broker, sourceArn);
    if (origins.length === 0) {
      throw new AwsError('InvalidParameterValue', 'Source queue must be configured as a Dead Letter Queue.');
    }
    if (destinationArn) await mustExist(destinationArn);
    if (tasks.some((task) => task.sourceArn === sourceArn && task.status === 'RUNNING')) {
      throw new AwsError(
        'InvalidParameterValue',
        'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
      );
    }
    const [origin] = origins;
    // SQS remembers for each message where it came from; the emulator does not.
    if (!destinationArn && origins.length > 1) {
      throw new AwsError(
        'UnsupportedOperation',
        `several queues set messages aside to ${sourceArn}: name a DestinationArn`,
      );
    }
    const task: Task = {
      handle: Buffer.from(JSON.stringify({ taskId: randomUUID(), sourceArn })).toString('base64'),
      status: 'RUNNING',
      sourceArn,
      moved: 0,
      toMove: await countOf(sourceArn),
      startedAt: Date.now(),
      ...(destinationArn && { destinationArn }),
      ...(input['MaxNumberOfMessagesPerSecond']
        ? { perSecond: Number(input['MaxNumberOfMessagesPerSecond']) }
        : {}),
    };
    tasks.unshift(task);
    const run = move(task, urlOf(destinationArn ?? origin ?? '')).catch((error: Error) => {
      task.status = 'FAILED';
      task.failure = error.message;
    });
    running.add(run);
    void run.finally(() => running.delete(run));
    return { TaskHandle: task.handle };
  }

  async function move(task: Task, destination: string): Promise<void> {
    const source = urlOf(task.sourceArn);
    while (task.status === 'RUNNING' && !stopping) {
      const { Messages: messages = [] } = await broker.sqs<{ Messages?: Message[] }>('ReceiveMessage', {
        QueueUrl: source,
        MaxNumberOfMessages: Math.min(10, task.perSecond ?? 10),
        MessageAttributeNames: ['All'],
      });
      if (messages.length === 0) break;
      for (const message of messages) {
        // A new message, as on AWS: new id, its deliveries counted from nought again.
        await broker.sqs('SendMessage', {
          QueueUrl: destination,
          MessageBody: message.Body,
          ...(message.MessageAttributes && { MessageAttributes: message.MessageAttributes }),
        });
        await broker.sqs('DeleteMessage', { QueueUrl: source, ReceiptHandle: message.ReceiptHandle });
        task.moved += 1;
      }
      if (task.perSecond) await delay((1_000 * messages.length) / task.perSecond);
    }
    task.status = task.status === 'RUNNING' ? 'COMPLETED' : 'CANCELLED';
  }

  async function list(input: Record<string, unknown>) {
    const sourceArn = String(input['SourceArn'] ?? '');
    await mustExist(sourceArn);
    const found = tasks
      .filter((task) => task.sourceArn === sourceArn)
      .slice(0, Number(input['MaxResults'] ?? 1));
    return {
      Results: found.map((task) => ({
        // Only a task that can still be cancelled shows the handle to do it with.
        ...(task.status === 'RUNNING' && { TaskHandle: task.handle }),
        Status: task.status,
        SourceArn: task.sourceArn,
        ...(task.destinationArn && { DestinationArn: task.destinationArn }),
        ...(task.perSecond && { MaxNumberOfMessagesPerSecond: task.perSecond }),
        ApproximateNumberOfMessagesMoved: task.moved,
        ApproximateNumberOfMessagesToMove: task.toMove,
        ...(task.failure && { FailureReason: task.failure }),
        StartedTimestamp: task.startedAt,
      })),
    };
  }

  async function cancel(input: Record<string, unknown>) {
    const task = tasks.find(({ handle }) => handle === input['TaskHandle']);
    if (task?.status !== 'RUNNING') {
      throw new AwsError('ResourceNotFoundException', 'Task does not exist, or is not running.');
    }
    task.status = 'CANCELLING';
    return { ApproximateNumberOfMessagesMoved: task.moved };
  }

  async function listSources(input: Record<string, unknown>) {
    const { Attributes } = await attributesOf(broker, String(input['QueueUrl'] ?? ''));
    const arns = await queuesThatSetAsideTo(broker, Attributes['QueueArn'] ?? '');
    return { queueUrls: arns.map(urlOf) };
  }

  async function mustExist(arn: string): Promise<void> {
    await broker.sqs('GetQueueUrl', { QueueName: nameOf(arn) }).catch(() => {
      throw new AwsError(
        'ResourceNotFoundException',
        "The resource that you specified for the SourceArn parameter doesn't exist.",
      );
    });
  }

  async function countOf(arn: string): Promise<number> {
    const { Attributes } = await attributesOf(broker, urlOf(arn));
    return Number(Attributes['ApproximateNumberOfMessages'] ?? 0);
  }

  return {
    actions: {
      StartMessageMoveTask: start,
      ListMessageMoveTasks: list,
      CancelMessageMoveTask: cancel,
      ListDeadLetterSourceQueues: listSources,
    },
    async stop() {
      stopping = true;
      await Promise.all(running);
    },
  };
}

async function queuesThatSetAsideTo(broker: MessageBroker, deadLetterArn: string): Promise<string[]> {
  const { QueueUrls: urls = [] } = await broker.sqs<{ QueueUrls?: string[] }>('ListQueues', {});
  const attributes = await Promise.all(urls.map((url) => attributesOf(broker, url)));
  return attributes.flatMap(({ Attributes }) => {
    const policy = JSON.parse(Attributes['RedrivePolicy'] ?? '{}') as { deadLetterTargetArn?: string };
    return policy.deadLetterTargetArn === deadLetterArn && Attributes['QueueArn']
      ? [Attributes['QueueArn']]
      : [];
  });
}

function attributesOf(broker: MessageBroker, queueUrl: string) {
  return broker.sqs<{ Attributes: Record<string, string> }>('GetQueueAttributes', {
    QueueUrl: queueUrl,
    AttributeNames: ['All'],
  });
}

function nameOf(arn: string): string {
  return arn.split(':').at(-1) ?? '';
}

function urlOf(arn: string): string {
  return internalQueueUrl(nameOf(arn));
}
