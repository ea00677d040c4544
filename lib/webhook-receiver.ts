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
import type { CanaryRollout } from './canary-rollout.ts';
import { grantKeyUse } from './encryption.ts';
import { LambdaFunction } from './lambda-function.ts';
import { secretArnFor } from './secret-arn.ts';

/** Limits of the receiver. */
export interface ReceiverTuning {
  /**
   * Concurrent runs that are set aside for the receiver, and its limit: a flood of webhooks cannot use up the account's
   * concurrency, and other functions cannot take the receiver's. The account must keep 100 for the rest, so new accounts,
   * which have 10 in all, cannot set it. Each run takes about 10 ms: 50 runs answer several thousand requests per second.
   * @default - none: the receiver shares the account's concurrency
   */
  readonly reservedConcurrency?: number;
}

export interface WebhookReceiverProps extends ReceiverTuning {
  /** The `stack` dimension of its metrics. */
  readonly mailfoldName: string;
  /** Where verified requests are sent to. */
  readonly queue: IQueue;
  /** Holds the verification keys. */
  readonly providerSecret: ISecret;
  /** Maximum difference between a signed timestamp and our clock, in either direction. */
  readonly signatureTolerance: Duration;
  /** `signatureTolerance` for individual providers. */
  readonly signatureTolerances: Readonly<Record<string, Duration>>;
  /** IP addresses and ranges that a provider may send from. A provider without a list may send from any address. */
  readonly sourceAddresses: Readonly<Record<string, readonly string[]>>;
  /** Starts of the URLs under which providers reach the API, separated by commas. Some providers sign the URL. */
  readonly publicUrls: string;
  /** SHA-256 digests of the secrets by which a proxy in front of the API shows itself. */
  readonly proxySecretDigests: readonly string[];
  /** Named senders that follow Standard Webhooks, with the mapping of their events. */
  readonly standardSources: Readonly<Record<string, SourceMapping>>;
  /** Remembers which body came with which single-use token. */
  readonly tokensTable: ITable;
  /** SNS topics that may post SES events over HTTPS. */
  readonly sesTopicArns: readonly string[];
  readonly logRetention: RetentionDays;
  readonly rollout?: CanaryRollout;
  readonly encryptionKey?: IKey;
}

/** Verifies a webhook and sends its bytes to the queue before it answers. */
export class WebhookReceiver extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: WebhookReceiverProps) {
    super(scope, id);
    this.function = new LambdaFunction(this, 'Function', {
      folder: 'receiver',
      description: 'Mailfold: verifies a webhook and enqueues it',
      // CPU grows with memory, and a cold start must fit into the 3 seconds that the least patient provider waits.
      memoryMb: 512,
      // SQS usually answers in milliseconds. The rest leaves time for the SDK to retry.
      timeout: Duration.seconds(10),
      reservedConcurrency: props.reservedConcurrency,
      environment: {
        MAILFOLD_NAME: props.mailfoldName,
        EVENTS_QUEUE_URL: props.queue.queueUrl,
        PROVIDER_SECRET_NAME: props.providerSecret.secretName,
        TOKENS_TABLE: props.tokensTable.tableName,
        SIGNATURE_TOLERANCE_SECONDS: String(props.signatureTolerance.toSeconds()),
        SIGNATURE_TOLERANCES: JSON.stringify(inSeconds(props.signatureTolerances)),
        SOURCE_ADDRESSES: JSON.stringify(props.sourceAddresses),
        PUBLIC_URLS: props.publicUrls,
        PROXY_SECRET_DIGESTS: props.proxySecretDigests.join(','),
        STANDARD_SOURCES: JSON.stringify(props.standardSources),
        SES_TOPIC_ARNS: props.sesTopicArns.join(','),
      } satisfies ReceiverEnvironment,
      logRetention: props.logRetention,
      rollout: props.rollout,
      countsFailures: true,
      encryptionKey: props.encryptionKey,
    });
    Validations.of(this.function).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        'Lambda uses a dead-letter queue for asynchronous calls only. API Gateway waits for the answer: a failure is a 5xx, and the provider sends again.',
    });
    props.queue.grant(this.function, 'sqs:SendMessage');
    // grantRead would add DescribeSecret, which the receiver does not need.
    Grant.addToPrincipal({
      grantee: this.function,
      actions: ['secretsmanager:GetSecretValue'],
      resourceArns: [secretArnFor(props.providerSecret)],
    });
    grantKeyUse(this.function, props.encryptionKey, ['sqs', 'secretsmanager', 'dynamodb']);
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
