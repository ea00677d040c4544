import type { Mutant } from '../mutant.ts';

const queue = ['test/lib/event-queue.test.ts'];
const store = ['test/lib/event-store.test.ts'];

export const templateMutants: readonly Mutant[] = [
  {
    name: 'template-dead-letter-after-one-delivery',
    file: 'lib/event-queue.ts',
    find: 'maxReceiveCount: props.maxDeliveries }',
    replace: 'maxReceiveCount: props.maxDeliveries && 1 }',
    tests: queue,
  },
  {
    name: 'template-message-reappears-during-its-run',
    file: 'lib/event-queue.ts',
    find: 'Duration.seconds(6 * props.consumerTimeout.toSeconds())',
    replace: 'Duration.seconds(props.consumerTimeout.toSeconds())',
    tests: queue,
  },
  {
    name: 'template-queue-without-tls',
    file: 'lib/event-queue.ts',
    find: '...queueEncryption(props.encryptionKey),\n      enforceSSL: true,\n    });\n  }',
    replace: '...queueEncryption(props.encryptionKey),\n      enforceSSL: false,\n    });\n  }',
    tests: queue,
  },
  {
    name: 'template-rows-never-expire',
    file: 'lib/event-store.ts',
    find: "timeToLiveAttribute: 'expiresAt',",
    replace: "timeToLiveAttribute: 'expires',",
    tests: store,
  },
  {
    name: 'template-rollback-of-a-protected-table',
    file: 'lib/event-store.ts',
    find: 'props.deletionProtection ? RemovalPolicy.RETAIN : props.removalPolicy',
    replace: 'props.removalPolicy',
    tests: store,
  },
  {
    name: 'template-tables-deleted-with-the-stack',
    file: 'lib/complete-props.ts',
    find: 'props.removalPolicy ?? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE',
    replace: 'props.removalPolicy ?? RemovalPolicy.DESTROY',
    tests: store,
  },
  {
    name: 'template-tokens-never-expire',
    file: 'lib/used-tokens.ts',
    find: "timeToLiveAttribute: 'expiresAt',",
    replace: "timeToLiveAttribute: 'expires',",
    tests: ['test/lib/webhook-receiver.test.ts'],
  },
  {
    name: 'template-whole-batch-delivered-again',
    file: 'lib/event-consumer.ts',
    find: 'reportBatchItemFailures: true,',
    replace: 'reportBatchItemFailures: false,',
    tests: ['test/lib/event-consumer.test.ts'],
  },
  {
    name: 'template-consumer-may-delete',
    file: 'lib/event-consumer.ts',
    find: "'dynamodb:PartiQLUpdate',",
    replace: "'dynamodb:PartiQLUpdate', 'dynamodb:DeleteItem',",
    tests: ['test/lib/event-consumer.test.ts'],
  },
  {
    name: 'template-ses-of-any-account-may-publish',
    file: 'lib/ses-feed.ts',
    find: "conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },",
    replace: '',
    tests: ['test/lib/ses-feed.test.ts'],
  },
  {
    name: 'template-providers-share-a-throttle',
    file: 'lib/webhook-api.ts',
    find: '(stage.node.defaultChild as CfnStage).routeSettings =',
    replace: '(stage.node.defaultChild as CfnStage).stageVariables =',
    tests: ['test/lib/webhook-api.test.ts'],
  },
  {
    name: 'template-age-alarm-blind-to-failures',
    file: 'lib/queue-alarms.ts',
    find: 'Math.ceil(1.2 * visibilityTimeout.toSeconds())',
    replace: 'Math.ceil(2 * visibilityTimeout.toSeconds())',
    tests: ['test/lib/alarms.test.ts'],
  },
  {
    name: 'template-silence-before-the-first-event',
    file: 'lib/alarms.ts',
    find: 'treatMissingData: TreatMissingData.IGNORE,',
    replace: 'treatMissingData: TreatMissingData.NOT_BREACHING,',
    tests: ['test/lib/alarms.test.ts'],
  },
  {
    name: 'template-api-without-signature',
    file: 'lib/api-routes.ts',
    find: 'integration, ...authorization }',
    replace: "integration, ...(servedBy !== 'reader' && authorization) }",
    tests: ['test/lib/read-api.test.ts'],
  },
  {
    name: 'template-reader-may-write',
    file: 'lib/read-api.ts',
    find: "grant(reader, ['dynamodb:Query', 'dynamodb:BatchGetItem'], messagesTable.tableArn);",
    replace:
      "grant(reader, ['dynamodb:Query', 'dynamodb:BatchGetItem', 'dynamodb:PutItem'], messagesTable.tableArn);",
    tests: ['test/lib/read-api.test.ts'],
  },
];
