import { Aws, Duration, Validations } from 'aws-cdk-lib';
import { Grant, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Schedule, ScheduleExpression, type ScheduleTargetConfig } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { TidierEnvironment } from '../lambdas/tidier/environment.ts';
import type { CanaryRollout } from './canary-rollout.ts';
import { grantKeyUse } from './encryption.ts';
import { eventsPrefix, grantObjects } from './lake-bucket.ts';
import { LambdaFunction } from './lambda-function.ts';

export interface TidierProps {
  readonly bucket: IBucket;
  /** How long events are kept. @default - for ever */
  readonly retention?: Duration;
  readonly logRetention: RetentionDays;
  /** Brings new versions in gradually. @default - a new version takes over at once */
  readonly rollout?: CanaryRollout;
  readonly encryptionKey?: IKey;
}

/** Merges the small objects of the lake, and removes forgotten people from it, once an hour. */
export class Tidier extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: TidierProps) {
    super(scope, id);
    this.function = new LambdaFunction(this, 'Function', {
      folder: 'tidier',
      description: 'Mailfold: merges the small objects of the lake, and removes forgotten people',
      // One full vCPU, and room for 200,000 rows at a time.
      memoryMb: 1769,
      timeout: Duration.minutes(15),
      environment: {
        LAKE_BUCKET: props.bucket.bucketName,
        LAKE_RETENTION_DAYS: props.retention ? String(props.retention.toDays()) : '',
      } satisfies TidierEnvironment,
      logRetention: props.logRetention,
      rollout: props.rollout,
      encryptionKey: props.encryptionKey,
    });
    new Schedule(this, 'Hourly', {
      description: 'Mailfold: tidies the lake',
      schedule: ScheduleExpression.rate(Duration.hours(1)),
      // A run that could not start is not missed: the next one does its work.
      target: { bind: () => this.target() },
    });
    this.grantRights(props);
    Validations.of(this.function).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        'A run that fails leaves nothing undone that the next one does not do. An alarm tells when none succeeds.',
    });
  }

  /** Not the CDK's own class for functions, whose role may call every version of the function. */
  private target(): ScheduleTargetConfig {
    const role = new Role(this, 'SchedulerRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    });
    const { functionArn } = this.function.live;
    Grant.addToPrincipal({ grantee: role, actions: ['lambda:InvokeFunction'], resourceArns: [functionArn] });
    return {
      arn: functionArn,
      role,
      retryPolicy: { maximumRetryAttempts: 2, maximumEventAgeInSeconds: Duration.minutes(30).toSeconds() },
    };
  }

  private grantRights({ bucket, encryptionKey }: TidierProps): void {
    const grantee = this.function;
    Grant.addToPrincipal({ grantee, actions: ['s3:ListBucket'], resourceArns: [bucket.bucketArn] });
    const actions = ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'];
    grantObjects(grantee, bucket, actions, [eventsPrefix, 'tidier/', 'forgotten/']);
    grantKeyUse(grantee, encryptionKey, ['s3']);
  }
}
