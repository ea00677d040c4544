import { S3Client } from '@aws-sdk/client-s3';
import { withoutCallLog } from '../store/without-call-log.ts';

/** The client for the bucket of the lake. */
export function lakeClient(): S3Client {
  return withoutCallLog(
    new S3Client({
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 1_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
    }),
  );
}
