import { Duration } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ReceiverEnvironment } from '../lambdas/receiver/environment.ts';
import { LambdaFunction } from './lambda-function.ts';

export interface WebhookReceiverProps {
  /** Where a verified request goes. */
  readonly queue: IQueue;
  /** What requests are verified with. */
  readonly providerSecret: ISecret;
  /** How far a signed timestamp may be from our clock, either way. */
  readonly signatureTolerance: Duration;
  /** SNS topics whose SES events may come over HTTPS. */
  readonly sesTopicArns: string[];
  readonly logRetention: RetentionDays;
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
        EVENTS_QUEUE_URL: props.queue.queueUrl,
        PROVIDER_SECRET_NAME: props.providerSecret.secretName,
        SIGNATURE_TOLERANCE_SECONDS: String(props.signatureTolerance.toSeconds()),
        SES_TOPIC_ARNS: props.sesTopicArns.join(','),
      } satisfies ReceiverEnvironment,
      logRetention: props.logRetention,
    });
    props.queue.grant(this.function, 'sqs:SendMessage');
    // grantRead would add DescribeSecret, which nothing here asks for.
    Grant.addToPrincipal({
      grantee: this.function,
      actions: ['secretsmanager:GetSecretValue'],
      resourceArns: [props.providerSecret.secretArn],
    });
  }
}
