import type { AwsCall } from '../aws-service.ts';
import type { Right } from '../permissions.ts';
import type { S3Input } from './s3-request.ts';

/** The actions of S3 that IAM knows by another name. */
const iamNames: Readonly<Record<string, string>> = {
  ListBuckets: 'ListAllMyBuckets',
  HeadBucket: 'ListBucket',
  ListObjects: 'ListBucket',
  ListObjectsV2: 'ListBucket',
  HeadObject: 'GetObject',
  DeleteObjects: 'DeleteObject',
  CreateMultipartUpload: 'PutObject',
  UploadPart: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  GetBucketLifecycleConfiguration: 'GetLifecycleConfiguration',
  PutBucketLifecycleConfiguration: 'PutLifecycleConfiguration',
  DeleteBucketLifecycle: 'PutLifecycleConfiguration',
};

/** What IAM checks for a call to S3: the action on the bucket, or on each object. */
export function s3Rights({ action, body }: AwsCall): Right[] {
  const { Bucket = '', Key, Prefix, CopySource, Keys } = body as S3Input;
  const named = `s3:${iamNames[action] ?? action}`;
  if (!Bucket) return [{ action: named, resources: ['*'] }];
  if (Keys) return [{ action: named, resources: Keys.map((key) => bucketArn(`${Bucket}/${key}`)) }];
  if (CopySource) {
    return [
      { action: 's3:GetObject', resources: [bucketArn(CopySource)] },
      { action: 's3:PutObject', resources: [bucketArn(`${Bucket}/${Key}`)] },
    ];
  }
  if (Key) return [{ action: named, resources: [bucketArn(`${Bucket}/${Key}`)] }];
  // A role that may list only some folders says so with a condition on the prefix.
  return [{ action: named, resources: [bucketArn(Bucket)], context: { 's3:prefix': Prefix } }];
}

export function bucketArn(path: string): string {
  return `arn:aws:s3:::${path}`;
}
