import {
  DeleteObjectsCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectStore } from '../app/ports/lake.ts';

/** The maximum of S3 per call. */
const maxDeletes = 1_000;

/** The objects of a bucket. */
export function s3Objects(client: S3Client, Bucket: string): ObjectStore {
  return {
    async *list(Prefix) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
        for (const { Key, Size = 0, LastModified = new Date(0) } of Contents)
          if (Key !== undefined) yield { key: Key, bytes: Size, modifiedAt: LastModified };
    },
    async read(Key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async write(Key, Body) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body }));
    },
    async remove(keys) {
      for (let from = 0; from < keys.length; from += maxDeletes) {
        const Objects = keys.slice(from, from + maxDeletes).map((Key) => ({ Key }));
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        );
        const [refused] = Errors;
        if (refused)
          throw new Error(
            `S3 did not delete ${Errors.length} of ${Objects.length} objects: ${refused.Code ?? 'no reason given'}`,
          );
      }
    },
  };
}
