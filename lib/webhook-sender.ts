import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { generatedKeyName, type WebhookEndpoint } from '../core/webhook-endpoint.ts';
import type { SenderEnvironment, SentEndpoint } from '../lambdas/sender/environment.ts';
import type { CanaryRollout } from './canary-rollout.ts';
import { grantKeyUse, tableEncryption } from './encryption.ts';
import { LambdaFunction } from './lambda-function.ts';
import { secretArnFor } from './secret-arn.ts';
import { WebhookQueues } from './webhook-queues.ts';

export interface WebhookSenderProps {
  readonly endpoints: readonly WebhookEndpoint[];
  readonly privateHosts: readonly string[];
  /** Used instead of a new secret. */
  readonly existingSecret?: ISecret;
  readonly removalPolicy: RemovalPolicy;
  readonly logRetention: RetentionDays;
  readonly rollout?: CanaryRollout;
  readonly encryptionKey?: IKey;
}

/** An endpoint with its queues. */
export type QueuedEndpoint = { readonly endpoint: WebhookEndpoint; readonly queues: WebhookQueues };

/** Posts events to endpoints, signed, and tries again for a day. */
export class WebhookSender extends Construct {
  readonly function: LambdaFunction;
  readonly endpoints: readonly QueuedEndpoint[];
  /** A row for each attempt, and one for the state of each endpoint. */
  readonly deliveries: Table;
  readonly secret: ISecret;

  constructor(scope: Construct, id: string, props: WebhookSenderProps) {
    super(scope, id);
    const { encryptionKey } = props;
    this.secret = props.existingSecret ?? this.makeSecret(props);
    this.deliveries = this.makeTable(encryptionKey);
    this.endpoints = props.endpoints.map((endpoint) => ({
      endpoint,
      queues: new WebhookQueues(this, `To-${endpoint.name}`, { senderTimeout: timeout, encryptionKey }),
    }));
    this.function = this.makeFunction(props);
    for (const { endpoint, queues } of this.endpoints) this.read(endpoint.name, queues);
    this.grantRights(encryptionKey);
    this.acknowledgeFindings();
  }

  private makeSecret({ removalPolicy, encryptionKey }: WebhookSenderProps): Secret {
    const secret = new Secret(this, 'Secret', {
      description: 'Mailfold: secrets that webhooks to your endpoints are signed with',
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: generatedKeyName,
        passwordLength: 48,
        excludePunctuation: true,
      },
      // Without it, every receiver would have to be given a new secret.
      removalPolicy,
      encryptionKey,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Whoever runs an endpoint has to be given a new secret first. `mailfold webhooks rotate` changes it, and both are valid in the meantime.',
    });
    return secret;
  }

  private makeTable(encryptionKey: IKey | undefined): Table {
    const table = new Table(this, 'Deliveries', {
      ...tableEncryption(encryptionKey),
      partitionKey: { name: 'endpoint', type: AttributeType.STRING },
      sortKey: { name: 'sortKey', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expiresAt',
      // Rows live for two weeks, so they are not worth keeping without the stack.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(table).acknowledge({
      id: 'AwsSolutions-DDB3',
      reason: 'Rows live for two weeks and say only how deliveries went. A restored table would help nobody.',
    });
    return table;
  }

  private makeFunction(props: WebhookSenderProps): LambdaFunction {
    return new LambdaFunction(this, 'Function', {
      folder: 'sender',
      description: 'Mailfold: posts events to your endpoints',
      memoryMb: 256,
      timeout,
      environment: {
        DELIVERIES_TABLE: this.deliveries.tableName,
        WEBHOOK_SECRET_NAME: this.secret.secretName,
        ENDPOINTS: JSON.stringify(
          this.endpoints.map(
            ({ endpoint: { name, url }, queues }): SentEndpoint => ({
              name,
              url,
              queueUrl: queues.queue.queueUrl,
            }),
          ),
        ),
        PRIVATE_HOSTS: props.privateHosts.join(','),
      } satisfies SenderEnvironment,
      logRetention: props.logRetention,
      rollout: props.rollout,
      encryptionKey: props.encryptionKey,
    });
  }

  /** Each queue has its own runs, so that an endpoint that answers slowly takes none away from the others. */
  private read(name: string, { queue, setAside }: WebhookQueues): void {
    // Known only by its ARN: of a queue with a key, the CDK would also grant the direct use of the key.
    const source = Queue.fromQueueArn(this, `Source-${name}`, queue.queueArn);
    source.grantConsumeMessages(this.function);
    new EventSourceMapping(this.function, `Read-${name}`, {
      target: this.function.live,
      eventSourceArn: source.queueArn,
      batchSize: 10,
      reportBatchItemFailures: true,
      // Up to 50 requests at once to one endpoint.
      maxConcurrency: 5,
    });
    Grant.addToPrincipal({
      grantee: this.function,
      actions: ['sqs:SendMessage'],
      resourceArns: [setAside.queueArn],
    });
  }

  private grantRights(encryptionKey: IKey | undefined): void {
    const grantee = this.function;
    Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:BatchWriteItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem'],
      resourceArns: [this.deliveries.tableArn],
    });
    Grant.addToPrincipal({
      grantee,
      actions: ['secretsmanager:GetSecretValue'],
      resourceArns: [secretArnFor(this.secret)],
    });
    grantKeyUse(grantee, encryptionKey, ['dynamodb', 'secretsmanager', 'sqs']);
  }

  private acknowledgeFindings(): void {
    const setAside = 'What fails for a day is set aside in a queue of its own, with an alarm.';
    Validations.of(this.function).acknowledge(
      {
        id: 'Serverless-LambdaDLQ',
        reason: `Lambda uses a dead-letter queue for asynchronous calls only. ${setAside}`,
      },
      {
        id: 'Serverless-LambdaEventSourceMappingDestination',
        reason: `An SQS event source cannot have a destination. ${setAside}`,
      },
    );
  }
}

/** Ten requests at once, which wait for 15 seconds at most, and the notes about them. */
const timeout = Duration.seconds(45);
