import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetEventSourceMappingCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { HealthSources, LakeFacts } from '../../app/ports/health.ts';
import { heldKeys } from '../../providers/held-keys.ts';
import { manifestOf, topicProvider } from '../../providers/manifests.ts';
import { normalizersWith } from '../../providers/normalizers.ts';
import { consumerFactsOf, historianFactsOf } from '../../queue/consumer-facts.ts';
import { deadLetterQueue } from '../../queue/dead-letter-queue.ts';
import { queueCounts, queueDepth } from '../../queue/queue-depth.ts';
import { readLetter } from '../../queue/read-letter.ts';
import { deliversToQueue } from '../../queue/topic-subscriptions.ts';
import { openCursor, sealCursor } from '../../store/cursor.ts';
import { describeTable } from '../../store/describe-table.ts';
import { readLastSeen } from '../../store/last-seen.ts';
import { readLiveEvents } from '../../store/live-events.ts';
import { clientSettings } from '../api/client-settings.ts';
import type { OperatorPorts } from '../api/operator-operations.ts';
import { readEnvironment } from '../read-environment.ts';
import { type OperatorEnvironment, operatorVariables, type StackFacts } from './environment.ts';
import { entrancesOf, healthSubjectOf, localEndpointsIn } from './stack-facts.ts';

export function operatorPortsFromEnvironment(): Omit<OperatorPorts, 'hasTime'> {
  const environment = readEnvironment(operatorVariables, 'lib/operator-api.ts');
  const facts = JSON.parse(environment.STACK_FACTS) as StackFacts;
  const secrets = new SecretsProvider({ awsSdkV3Client: new SecretsManagerClient(clientSettings) });
  const ownKey = async () => String(await secrets.get(environment.OWN_KEY_SECRET_NAME, { maxAge: 3_600 }));
  const sources = healthSourcesOf(environment, async () =>
    // A person who has just set a key looks whether it is there.
    String(await secrets.get(environment.PROVIDER_SECRET_NAME, { forceFetch: true })),
  );
  const { dedupeWindowDays, statusRetentionDays } = facts;
  const suppression = facts.suppression as OperatorPorts['setup']['stackSettings']['suppression'];
  return {
    stack: environment.STACK_NAME,
    version: environment.MAILFOLD_VERSION,
    features: facts.features,
    setup: {
      entrances: entrancesOf(facts, environment.SES_TOPIC_ARN),
      stackSettings: { dedupeWindowDays, statusRetentionDays, suppression },
      keys: sources.keys,
      lastSeen: sources.lastSeen,
    },
    healthSources: sources,
    healthSubject: healthSubjectOf(facts, environment.STACK_NAME, localEndpointsIn(process.env)),
    deadLettersOf: deadLettersFrom(environment, facts),
    async eventsSince(position) {
      const stream = environment.MESSAGES_STREAM_ARN;
      if (stream === '') throw new Error('expected the messages table to have a stream, found none');
      return readLiveEvents(stream, clientSettings, position);
    },
    seal: async (question, position) => sealCursor(await ownKey(), question, position),
    open: async (question, cursor) => openCursor(await ownKey(), question, cursor),
    now: () => new Date(),
  };
}

type Sources = HealthSources & Required<Pick<HealthSources, 'keys' | 'lastSeen'>>;

/** What this function has the right to read. The command line reads more: alarms, and the limits of the account. */
function healthSourcesOf(environment: OperatorEnvironment, providerSecret: () => Promise<string>): Sources {
  const { MESSAGES_TABLE, ADDRESSES_TABLE, MAILFOLD_VERSION: version } = environment;
  const dynamoDb = DynamoDBDocumentClient.from(new DynamoDBClient(clientSettings));
  const [sqs, sns, lambda] = [
    new SQSClient(clientSettings),
    new SNSClient(clientSettings),
    new LambdaClient(clientSettings),
  ];
  return {
    version: async () => ({ deployed: version, own: version }),
    keys: async () => heldKeys(await providerSecret()),
    async topic() {
      const request = new ListSubscriptionsByTopicCommand({ TopicArn: environment.SES_TOPIC_ARN });
      return deliversToQueue((await sns.send(request)).Subscriptions ?? []);
    },
    async queues() {
      const [events, deadLetters, topicDeadLetters] = await Promise.all([
        queueCounts(sqs, environment.EVENTS_QUEUE_URL),
        queueCounts(sqs, environment.DEAD_LETTERS_URL),
        queueCounts(sqs, environment.TOPIC_DEAD_LETTERS_URL),
      ]);
      return { events, deadLetters, topicDeadLetters };
    },
    consumer: async () =>
      consumerFactsOf(
        await lambda.send(new GetEventSourceMappingCommand({ UUID: environment.CONSUMER_MAPPING_ID })),
      ),
    ...(environment.HISTORIAN_MAPPING_ID !== '' && { lake: () => readLake(environment, sqs, lambda) }),
    tables: () =>
      Promise.all([
        describeTable(dynamoDb, 'messages', MESSAGES_TABLE),
        describeTable(dynamoDb, 'addresses', ADDRESSES_TABLE),
      ]),
    lastSeen: () => readLastSeen(dynamoDb, MESSAGES_TABLE),
  };
}

/** Without what the files would tell: that takes rights to the whole lake. */
async function readLake(
  { HISTORIAN_MAPPING_ID: UUID, LAKE_FAILURES_URL: failures }: OperatorEnvironment,
  sqs: SQSClient,
  lambda: LambdaClient,
): Promise<LakeFacts> {
  const [mapping, failedBatches] = await Promise.all([
    lambda.send(new GetEventSourceMappingCommand({ UUID })),
    queueDepth(sqs, failures),
  ]);
  return { historian: historianFactsOf(mapping), failedBatches };
}

function deadLettersFrom(
  environment: OperatorEnvironment,
  { senders }: StackFacts,
): OperatorPorts['deadLettersOf'] {
  const sqs = new SQSClient(clientSettings);
  return (queue) =>
    deadLetterQueue({
      sqs,
      url: queue === 'topic' ? environment.TOPIC_DEAD_LETTERS_URL : environment.DEAD_LETTERS_URL,
      eventsQueueUrl: environment.EVENTS_QUEUE_URL,
      isRedrivable: queue === 'events',
      // Any other name is a source that the operator has named.
      read: (message) =>
        readLetter(message, topicProvider.name, (provider) => normalizersWith({ [provider]: {} })(provider)),
      isSender: (name) => manifestOf(name) !== undefined || senders.includes(name),
    });
}
