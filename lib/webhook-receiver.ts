import { Duration, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ReceiverEnvironment } from '../lambdas/receiver/environment.ts';
import type { SourceMapping } from '../providers/source-mapping.ts';
import { letUseKey } from './encryption.ts';
import { LambdaFunction } from './lambda-function.ts';

export interface WebhookReceiverProps {
  /** What its metrics are told apart by. */
  readonly mailfoldName: string;
  /** Where a verified request goes. */
  readonly queue: IQueue;
  /** What requests are verified with. */
  readonly providerSecret: ISecret;
  /** How far a signed timestamp may be from our clock, either way. */
  readonly signatureTolerance: Duration;
  /** The same for single providers. */
  readonly signatureTolerances: Readonly<Record<string, Duration>>;
  /** Addresses and ranges that a provider may send from; one without a list may send from anywhere. */
  readonly sourceAddresses: Readonly<Record<string, readonly string[]>>;
  /** Senders that the operator has named, and how to read their events. */
  readonly standardSources: Readonly<Record<string, SourceMapping>>;
  /** Which body came with which single-use token. */
  readonly tokensTable: ITable;
  /** SNS topics whose SES events may come over HTTPS. */
  readonly sesTopicArns: string[];
  readonly logRetention: RetentionDays;
  readonly encryptionKey?: IKey;
}

/** Verifies a webhook and puts its bytes into the queue before it answers. */
export class WebhookReceiver extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: WebhookReceiverProps) {
    super(scope, id);
    this.function = new LambdaFunction(this, 'Function', {
      folder: 'receiver',
      description: 'Mailfold: verifies a webhook and enqueues it',
      // CPU comes with memory, and a cold start must fit into the 3 s that the least patient provider waits.
      memoryMb: 512,
      // SQS answers in milliseconds; when it does not, there is room for the SDK to try again.
      timeout: Duration.seconds(10),
      environment: {
        MAILFOLD_NAME: props.mailfoldName,
        EVENTS_QUEUE_URL: props.queue.queueUrl,
        PROVIDER_SECRET_NAME: props.providerSecret.secretName,
        TOKENS_TABLE: props.tokensTable.tableName,
        SIGNATURE_TOLERANCE_SECONDS: String(props.signatureTolerance.toSeconds()),
        SIGNATURE_TOLERANCES: JSON.stringify(inSeconds(props.signatureTolerances)),
        SOURCE_ADDRESSES: JSON.stringify(props.sourceAddresses),
        STANDARD_SOURCES: JSON.stringify(props.standardSources),
        SES_TOPIC_ARNS: props.sesTopicArns.join(','),
      } satisfies ReceiverEnvironment,
      logRetention: props.logRetention,
      encryptionKey: props.encryptionKey,
    });
    Validations.of(this.function).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        'Lambda uses it for asynchronous calls only. API Gateway waits for the answer: a failure is a 5xx, and the provider sends again.',
    });
    props.queue.grant(this.function, 'sqs:SendMessage');
    // grantRead would add DescribeSecret, which nothing here asks for.
    Grant.addToPrincipal({
      grantee: this.function,
      actions: ['secretsmanager:GetSecretValue'],
      resourceArns: [props.providerSecret.secretArn],
    });
    letUseKey(this.function, props.encryptionKey);
    Grant.addToPrincipal({
      grantee: this.function,
      actions: ['dynamodb:PutItem'],
      resourceArns: [props.tokensTable.tableArn],
    });
  }
}

function inSeconds(durations: Readonly<Record<string, Duration>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(durations).map(([name, duration]) => [name, duration.toSeconds()]),
  );
}
