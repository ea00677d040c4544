import type { HealthSources, KeyFacts, QueueFacts } from '../../app/ports/health.ts';
import { outputs } from '../../lib/outputs.ts';
import { projectVersion } from '../../lib/project-folder.ts';
import { queueCounts } from '../../queue/queue-depth.ts';
import { describeTable } from '../../store/describe-table.ts';
import { readLastSeen } from '../../store/last-seen.ts';
import { openProviderSecret } from '../secrets/provider-secret.ts';
import { sqsOf } from '../sqs-of.ts';
import type { Target } from '../target.ts';
import { hasQueue, readAlarmSubscriptions, readAlarms } from './alarms.ts';
import { readConcurrency, readConsumer } from './functions.ts';
import { readLake } from './lake.ts';
import { probeApi } from './probe-api.ts';

/** Everything that a person with access to the stack can read. */
export function healthSourcesOf(target: Target): HealthSources {
  return {
    version: async () => versionsOf(target),
    api: () => probeApi(target),
    keys: () => readKeys(target),
    topic: async () => hasQueue(target, target.output(outputs.sesTopicArn)),
    queues: () => readQueues(target),
    consumer: () => readConsumer(target),
    tables: () =>
      Promise.all([
        describeTable(target.dynamoDb, 'messages', target.output(outputs.messagesTableName)),
        describeTable(target.dynamoDb, 'addresses', target.output(outputs.addressesTableName)),
      ]),
    ...(target.hasOutput(outputs.historianFunctionName) && { lake: () => readLake(target) }),
    lastSeen: () => readLastSeen(target.dynamoDb, target.output(outputs.messagesTableName)),
    // A local run has no alarms, and no other functions.
    ...(!target.isLocal && {
      concurrency: () => readConcurrency(target),
      alarms: () => readAlarms(target),
      alarmSubscriptions: () => readAlarmSubscriptions(target),
    }),
  };
}

function versionsOf(target: Target) {
  const own = projectVersion();
  return target.hasOutput(outputs.version) ? { deployed: target.output(outputs.version), own } : { own };
}

async function readKeys(target: Target): Promise<KeyFacts> {
  const { keys, broken } = await openProviderSecret(target);
  return { held: new Map([...keys].map(([name, each]) => [name, each.length])), broken };
}

async function readQueues(target: Target): Promise<QueueFacts> {
  const sqs = sqsOf(target);
  const [events, deadLetters, topicDeadLetters] = await Promise.all([
    queueCounts(sqs, target.output(outputs.eventsQueueUrl)),
    queueCounts(sqs, target.output(outputs.deadLetterQueueUrl)),
    queueCounts(sqs, target.output(outputs.sesDeadLetterQueueUrl)),
  ]);
  return { events, deadLetters, topicDeadLetters };
}
