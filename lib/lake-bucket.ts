import { type CfnElement, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { LambdaFunction } from './lambda-function.ts';

export interface LakeBucketProps {
  /** What happens to the bucket when the stack is deleted. */
  readonly removalPolicy: RemovalPolicy;
  /** How long events are kept. @default - for ever */
  readonly retention?: Duration;
  readonly encryptionKey?: IKey;
}

/** Where results of questions are written. */
export const resultsPrefix = 'results/';
/** Where events are written. lake/lake-objects.ts has the names of the objects. */
export const eventsPrefix = 'events/';

/** Athena offers earlier results again, and somebody may fetch one a few days later. */
const resultDays = 7;

/** The tidier writes objects of a day anew for as long as events of that day arrive. */
const rewritingDays = 60;

/** The bucket of the lake: events, results of questions, and the notes of the tidier. */
export class LakeBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { removalPolicy, retention, encryptionKey }: LakeBucketProps) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      ...(encryptionKey
        ? // With a bucket key, KMS is asked once for many objects and not for each.
          { encryption: BucketEncryption.KMS, encryptionKey, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // No versions: they would keep forgotten persons. Nothing is overwritten with something else, because objects are
      // named by their content.
      versioned: false,
      lifecycleRules: lifecycleRules(retention),
      removalPolicy,
      // CloudFormation deletes only an empty bucket.
      autoDeleteObjects: removalPolicy === RemovalPolicy.DESTROY,
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Access logs would be a second bucket that grows with every question. CloudTrail records who reads objects where somebody needs to know.',
    });
  }
}

function lifecycleRules(retention: Duration | undefined): LifecycleRule[] {
  return [
    { id: 'Results', prefix: resultsPrefix, expiration: Duration.days(resultDays) },
    { id: 'InterruptedUploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
    // The tidier deletes days that are too old, by the events' own time. This is for the case that it does not run.
    ...(retention
      ? [
          {
            id: 'OldEvents',
            prefix: eventsPrefix,
            expiration: Duration.days(retention.toDays() + rewritingDays),
          },
        ]
      : []),
  ];
}

/** Lets a function do something with the objects under some prefixes. */
export function grantObjects(
  grantee: LambdaFunction,
  bucket: IBucket,
  actions: readonly string[],
  prefixes: readonly string[],
): void {
  Grant.addToPrincipal({
    grantee,
    actions: [...actions],
    resourceArns: prefixes.map((prefix) => bucket.arnForObjects(`${prefix}*`)),
  });
  permitPrefixes(grantee, bucket, prefixes);
}

/** Says to cdk-nag why a role names all objects under a prefix. */
export function permitPrefixes(grantee: LambdaFunction, bucket: IBucket, prefixes: readonly string[]): void {
  const bucketId = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnElement);
  Validations.of(grantee.role ?? grantee).acknowledge(
    ...prefixes.map((prefix) => ({
      id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${prefix}*]`,
      reason: 'Objects are named by their content, so a role can only be limited to their prefix.',
    })),
  );
}
