import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { OperatorEnvironment, StackFacts } from '../lambdas/api-operator/environment.ts';
import { addApiRoutes } from './api-routes.ts';
import type { CanaryRollout } from './canary-rollout.ts';
import { grantKeyUse } from './encryption.ts';
import { LambdaFunction } from './lambda-function.ts';
import { projectVersion } from './project-folder.ts';
import { secretArnFor } from './secret-arn.ts';

export interface OperatorApiProps {
  readonly api: HttpApi;
  readonly stackName: string;
  readonly facts: StackFacts;
  readonly messagesTable: ITable;
  readonly addressesTable: ITable;
  readonly queue: IQueue;
  readonly deadLetters: IQueue;
  readonly topic: ITopic;
  readonly topicDeadLetters: IQueue;
  readonly consumerMappingId: string;
  /** Absent without a lake. */
  readonly historian?: { readonly mappingId: string; readonly failures: IQueue };
  readonly providerSecret: ISecret;
  readonly ownKey: ISecret;
  readonly logRetention: RetentionDays;
  readonly rollout?: CanaryRollout;
  readonly encryptionKey?: IKey;
}

/** The routes for operating: health, set-up, dead letters, and events as they arrive. A function of its own, for its rights. */
export class OperatorApi extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: OperatorApiProps) {
    super(scope, id);
    this.function = this.makeFunction(props);
    grantLooking(this.function, props);
    grantSendingAgain(this.function, props);
    grantKeyUse(this.function, props.encryptionKey, ['dynamodb', 'secretsmanager', 'sqs']);
    Validations.of(this.function).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        'Lambda uses a dead-letter queue for asynchronous calls only. API Gateway waits for the answer, and the caller gets the error.',
    });
    addApiRoutes(props.api, { operator: this.function.live });
  }

  private makeFunction(props: OperatorApiProps): LambdaFunction {
    return new LambdaFunction(this, 'Function', {
      folder: 'api-operator',
      description: 'Mailfold: serves the API routes for health, set-up, dead letters and live events',
      memoryMb: 512,
      // API Gateway waits for 30 seconds. Dead letters are looked at for as long as this leaves.
      timeout: Duration.seconds(25),
      environment: {
        STACK_NAME: props.stackName,
        MAILFOLD_VERSION: projectVersion(),
        MESSAGES_TABLE: props.messagesTable.tableName,
        // An existing table may have none. Then nobody can watch events arrive.
        MESSAGES_STREAM_ARN: props.messagesTable.tableStreamArn ?? '',
        ADDRESSES_TABLE: props.addressesTable.tableName,
        EVENTS_QUEUE_URL: props.queue.queueUrl,
        DEAD_LETTERS_URL: props.deadLetters.queueUrl,
        TOPIC_DEAD_LETTERS_URL: props.topicDeadLetters.queueUrl,
        SES_TOPIC_ARN: props.topic.topicArn,
        CONSUMER_MAPPING_ID: props.consumerMappingId,
        HISTORIAN_MAPPING_ID: props.historian?.mappingId ?? '',
        LAKE_FAILURES_URL: props.historian?.failures.queueUrl ?? '',
        PROVIDER_SECRET_NAME: props.providerSecret.secretName,
        OWN_KEY_SECRET_NAME: props.ownKey.secretName,
        STACK_FACTS: Stack.of(this).toJsonString(props.facts),
      } satisfies OperatorEnvironment,
      logRetention: props.logRetention,
      rollout: props.rollout,
      countsFailures: true,
      encryptionKey: props.encryptionKey,
    });
  }
}

function grantLooking(grantee: LambdaFunction, props: OperatorApiProps): void {
  const { messagesTable, addressesTable, queue, deadLetters, topicDeadLetters } = props;
  const grant = (actions: string[], ...resourceArns: string[]) =>
    Grant.addToPrincipal({ grantee, actions, resourceArns });
  grant(['dynamodb:Query'], messagesTable.tableArn);
  grant(
    ['dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive'],
    messagesTable.tableArn,
    addressesTable.tableArn,
  );
  if (messagesTable.tableStreamArn)
    grant(
      ['dynamodb:DescribeStream', 'dynamodb:GetShardIterator', 'dynamodb:GetRecords'],
      messagesTable.tableStreamArn,
    );
  grant(['sqs:GetQueueAttributes'], queue.queueArn, deadLetters.queueArn, topicDeadLetters.queueArn);
  grant(['sns:ListSubscriptionsByTopic'], props.topic.topicArn);
  const mappingArn = (resourceName: string) =>
    Stack.of(grantee).formatArn({
      service: 'lambda',
      resource: 'event-source-mapping',
      resourceName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  grant(['lambda:GetEventSourceMapping'], mappingArn(props.consumerMappingId));
  if (props.historian) {
    grant(['lambda:GetEventSourceMapping'], mappingArn(props.historian.mappingId));
    grant(['sqs:GetQueueAttributes'], props.historian.failures.queueArn);
  }
  // Whether there are keys. The answer never contains one.
  grant(['secretsmanager:GetSecretValue'], secretArnFor(props.providerSecret), secretArnFor(props.ownKey));
}

/** To look at a letter, it is received and handed back. To send it again, it is sent to the events queue and deleted. */
function grantSendingAgain(grantee: LambdaFunction, props: OperatorApiProps): void {
  const { queue, deadLetters, topicDeadLetters } = props;
  Grant.addToPrincipal({
    grantee,
    actions: ['sqs:ReceiveMessage', 'sqs:ChangeMessageVisibility', 'sqs:DeleteMessage'],
    resourceArns: [deadLetters.queueArn, topicDeadLetters.queueArn],
  });
  Grant.addToPrincipal({
    grantee,
    actions: ['sqs:StartMessageMoveTask', 'sqs:ListMessageMoveTasks', 'sqs:CancelMessageMoveTask'],
    resourceArns: [deadLetters.queueArn],
  });
  Grant.addToPrincipal({ grantee, actions: ['sqs:SendMessage'], resourceArns: [queue.queueArn] });
}
