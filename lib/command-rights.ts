/** The parts of a stack that a policy can name. */
export type Part =
  | 'stack'
  /** The routes under /v1. */
  | 'api'
  | 'messages'
  | 'messages-by-recipient'
  | 'messages-stream'
  | 'addresses'
  | 'addresses-by-cause'
  | 'events-queue'
  | 'dead-letters'
  | 'ses-dead-letters'
  | 'provider-keys'
  | 'own-key'
  | 'receiver-log'
  | 'consumer-log'
  | 'ses-topic'
  /** Of a stack with a lake. */
  | 'lake'
  | 'lake-objects'
  | 'lake-failures'
  | 'lake-workgroup'
  | 'lake-catalog'
  | 'lake-database'
  | 'lake-tables'
  | 'alarm-topic'
  /** Of a stack with endpoints. */
  | 'webhook-queues'
  | 'webhook-deliveries'
  | 'webhook-secret'
  /** Of a stack with an event bus. */
  | 'listen-rules'
  | 'listen-queues'
  /** IAM cannot limit these actions to one stack. */
  | 'all';

/** The actions that a command needs, by part. */
export type CommandRights = Readonly<Partial<Record<Part, readonly string[]>>>;

const oneMessage = { messages: ['dynamodb:Query'] };
const oneAddress = { addresses: ['dynamodb:Query'], 'own-key': ['secretsmanager:GetSecretValue'] };
const messagesOfAddress = {
  messages: ['dynamodb:BatchGetItem'],
  'messages-by-recipient': ['dynamodb:Query'],
};
/** Soft bounces are counted. */
const recorded = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'];
/** A message that is not there may still be in the queue. */
const waiting = { 'events-queue': ['sqs:GetQueueAttributes'] };
const changedAddress = merge(oneAddress, { addresses: ['dynamodb:UpdateItem'] });
/** A letter that somebody has looked at is handed back. */
const lookedAt = ['sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];
const letters = { 'dead-letters': lookedAt, 'ses-dead-letters': lookedAt };
const scanned = ['dynamodb:BatchGetItem', 'dynamodb:DescribeTable', 'dynamodb:Scan'];
/** The lake says by its files what is in it. */
const lakeListed = { lake: ['s3:ListBucket'], 'lake-objects': ['s3:GetObject'] };
/** Events of the table are written into the lake. */
const retold = {
  messages: ['dynamodb:DescribeTable', 'dynamodb:Scan'],
  'own-key': ['secretsmanager:GetSecretValue'],
  'lake-objects': ['s3:PutObject'],
};
/** Athena reads the catalog and the files in the name of its caller, and writes the result in its name. */
const lakeAsked = {
  'lake-workgroup': [
    'athena:GetQueryExecution',
    'athena:GetQueryResults',
    'athena:StartQueryExecution',
    'athena:StopQueryExecution',
  ],
  'lake-catalog': ['glue:GetDatabase', 'glue:GetTable'],
  'lake-database': ['glue:GetDatabase', 'glue:GetTable'],
  'lake-tables': ['glue:GetTable'],
  lake: ['s3:GetBucketLocation', 's3:ListBucket'],
  'lake-objects': ['s3:GetObject', 's3:PutObject'],
};
/** Shows events as they are stored. */
export const shownLive = {
  messages: ['dynamodb:DescribeTable'],
  'messages-stream': ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
};
/** Waits for the next webhook. */
const awaited = merge(shownLive, { 'receiver-log': ['logs:FilterLogEvents'] });
const keysRead = { 'provider-keys': ['secretsmanager:GetSecretValue'] };
const keysChanged = merge(keysRead, { 'provider-keys': ['secretsmanager:PutSecretValue'] });

/**
 * What each command does on AWS, besides asking for the outputs of the stack. docs/permissions.md is made from it, `grantOperate`
 * gives it, and a scenario compares it with the calls that the commands make.
 */
export const commandRights: Readonly<Record<string, CommandRights>> = {
  status: merge(oneMessage, oneAddress, messagesOfAddress, waiting),
  recipient: messagesOfAddress,
  explain: merge(oneMessage, oneAddress, waiting),
  stats: lakeAsked,
  query: lakeAsked,
  'suppressions check': oneAddress,
  'suppressions list': merge(oneAddress, { 'addresses-by-cause': ['dynamodb:Query'] }),
  'suppressions add': changedAddress,
  'suppressions release': changedAddress,
  'suppressions export': { addresses: ['dynamodb:DescribeTable', 'dynamodb:Scan'] },
  'suppressions import': { addresses: [...recorded, 'dynamodb:BatchGetItem'].toSorted() },
  doctor: merge(keysRead, lakeListed, {
    'lake-failures': ['sqs:GetQueueAttributes'],
    all: ['cloudwatch:DescribeAlarms', 'lambda:GetAccountSettings', 'lambda:ListEventSourceMappings'],
    messages: ['dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive', 'dynamodb:Query'],
    addresses: ['dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive'],
    'ses-topic': ['sns:ListSubscriptionsByTopic'],
    'alarm-topic': ['sns:ListSubscriptionsByTopic'],
    'events-queue': ['sqs:GetQueueAttributes'],
    'dead-letters': ['sqs:GetQueueAttributes'],
    'ses-dead-letters': ['sqs:GetQueueAttributes'],
  }),
  metrics: { 'consumer-log': ['logs:FilterLogEvents'], 'receiver-log': ['logs:FilterLogEvents'] },
  'dlq list': letters,
  'dlq show': letters,
  'dlq redrive': merge(letters, {
    'dead-letters': [
      'sqs:CancelMessageMoveTask',
      'sqs:DeleteMessage',
      'sqs:ListMessageMoveTasks',
      'sqs:StartMessageMoveTask',
    ],
    'ses-dead-letters': ['sqs:DeleteMessage'],
    'events-queue': ['sqs:SendMessage'],
  }),
  audit: {
    messages: [...scanned, 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    addresses: [...scanned, ...recorded],
  },
  forget: merge(oneAddress, lakeListed, {
    'lake-objects': ['s3:PutObject'],
    messages: ['dynamodb:BatchWriteItem', 'dynamodb:DescribeTable', 'dynamodb:Query', 'dynamodb:Scan'],
    addresses: ['dynamodb:DeleteItem', 'dynamodb:PutItem'],
  }),
  'lake status': merge(lakeListed, { 'lake-failures': ['sqs:GetQueueAttributes'] }),
  'lake repair': retold,
  'lake backfill': retold,
  urls: {},
  console: merge(shownLive, { api: ['execute-api:Invoke'] }),
  'secrets list': keysRead,
  'secrets set': keysChanged,
  'secrets retire': keysChanged,
  watch: awaited,
  connect: merge(keysChanged, awaited),
  'webhooks list': {
    'webhook-queues': ['sqs:GetQueueAttributes'],
    'webhook-deliveries': ['dynamodb:GetItem', 'dynamodb:Query'],
  },
  'webhooks log': { 'webhook-deliveries': ['dynamodb:Query'] },
  'webhooks secret': { 'webhook-secret': ['secretsmanager:GetSecretValue'] },
  'webhooks rotate': { 'webhook-secret': ['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'] },
  'webhooks test': { 'webhook-queues': ['sqs:SendMessage'], 'webhook-deliveries': ['dynamodb:Query'] },
  'webhooks resume': {
    'webhook-queues': ['sqs:GetQueueAttributes'],
    'webhook-deliveries': ['dynamodb:UpdateItem'],
  },
  'webhooks replay': {
    messages: ['dynamodb:DescribeTable', 'dynamodb:Scan'],
    // SQS moves messages with the rights of the caller.
    'webhook-queues': [
      'sqs:CancelMessageMoveTask',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:ListMessageMoveTasks',
      'sqs:ReceiveMessage',
      'sqs:SendMessage',
      'sqs:StartMessageMoveTask',
    ],
    'webhook-deliveries': ['dynamodb:GetItem'],
  },
  listen: {
    all: ['events:ListRules'],
    'listen-rules': ['events:DeleteRule', 'events:PutRule', 'events:PutTargets', 'events:RemoveTargets'],
    'listen-queues': [
      'sqs:CreateQueue',
      'sqs:DeleteMessage',
      'sqs:DeleteQueue',
      'sqs:GetQueueUrl',
      'sqs:ReceiveMessage',
    ],
  },
  'import events': {
    messages: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
    'events-queue': ['sqs:GetQueueAttributes', 'sqs:SendMessage'],
  },
  compare: merge(oneAddress, { messages: ['dynamodb:BatchGetItem'], addresses: ['dynamodb:Scan'] }),
  send: { messages: ['dynamodb:BatchGetItem'], 'ses-topic': ['sns:Publish'] },
};

/** Every command reads the outputs of the stack first. */
export const everyCommand: CommandRights = { stack: ['cloudformation:DescribeStacks'] };

/** Everything that somebody who operates the stack needs. */
export const operatorRights: CommandRights = merge(everyCommand, ...Object.values(commandRights));

export function merge(...all: readonly CommandRights[]): CommandRights {
  const parts = [...new Set(all.flatMap((each) => Object.keys(each) as Part[]))];
  return Object.fromEntries(
    parts.map((part) => [part, [...new Set(all.flatMap((each) => each[part] ?? []))].toSorted()]),
  );
}
