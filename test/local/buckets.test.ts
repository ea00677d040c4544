import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { S3 } from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it } from 'vitest';
import { clientSettings, fakeCredentials } from '../../local/clients.ts';
import type { LocalStackOptions } from '../../local/options.ts';
import { readStatements } from '../../local/permissions.ts';
import { type RunningTemplate, runTemplate } from '../../local/run-template.ts';
import { buckets } from '../../local/runners/buckets.ts';
import { queues } from '../../local/runners/queues.ts';
import { aTemplate, temporaryFolder } from './support/assembly.ts';

const resources = {
  Lake: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'lake' } },
  Results1A2B3C4D: { Type: 'AWS::S3::Bucket' },
  Policy: { Type: 'AWS::S3::BucketPolicy', Properties: { Bucket: { Ref: 'Lake' } } },
};

let running: RunningTemplate;
let s3: S3;

async function start(options: LocalStackOptions = {}): Promise<void> {
  running = await runTemplate(aTemplate(resources), [queues, buckets], options);
  s3 = clientOf();
}

const clientOf = (accessKeyId = fakeCredentials.accessKeyId) =>
  new S3({
    ...clientSettings(running.run.awsEndpoint),
    credentials: { ...fakeCredentials, accessKeyId },
    maxAttempts: 1,
  });

afterEach(async () => {
  s3?.destroy();
  await running?.stop();
});

const put = (Key: string, Body: string | Buffer = 'x', client = s3) =>
  client.putObject({ Bucket: 'lake', Key, Body });
const keysUnder = async (Prefix: string, client = s3) =>
  ((await client.listObjectsV2({ Bucket: 'lake', Prefix })).Contents ?? []).map(({ Key }) => Key);

describe('a bucket', () => {
  it('keeps objects, lists them by prefix in pages, and deletes them', async () => {
    await start();
    const key = 'events/day=2026-01-01/a b+ü%?.parquet';
    await put(key, 'hello');
    await put('other/x');
    const { Body, ContentLength } = await s3.getObject({ Bucket: 'lake', Key: key });
    expect([await Body?.transformToString(), ContentLength]).toEqual(['hello', 5]);
    expect(await s3.headObject({ Bucket: 'lake', Key: key })).toMatchObject({ ContentLength: 5 });
    expect(await keysUnder('events/')).toEqual([key]);

    for (const name of ['a', 'b', 'c']) await put(`many/${name}&<`);
    const page = await s3.listObjectsV2({ Bucket: 'lake', Prefix: 'many/', MaxKeys: 2 });
    const rest = await s3.listObjectsV2({
      Bucket: 'lake',
      Prefix: 'many/',
      ContinuationToken: page.NextContinuationToken,
    });
    expect([page.Contents?.length, rest.Contents?.length, rest.IsTruncated]).toEqual([2, 1, false]);

    await s3.deleteObject({ Bucket: 'lake', Key: key });
    await s3.deleteObjects({
      Bucket: 'lake',
      Delete: { Objects: [{ Key: 'many/a&<' }, { Key: 'many/b&<' }] },
    });
    expect([await keysUnder('events/'), await keysUnder('many/')]).toEqual([[], ['many/c&<']]);
    await expect(s3.getObject({ Bucket: 'lake', Key: key })).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(s3.headObject({ Bucket: 'lake', Key: key })).rejects.toMatchObject({ name: 'NotFound' });
  });

  it('has a name and an ARN that the rest of the template can use', async () => {
    await start();
    const { resolve, ignored } = running.run.resources;
    expect(resolve({ 'Fn::GetAtt': ['Lake', 'Arn'] })).toBe('arn:aws:s3:::lake');
    expect(resolve({ Ref: 'Results1A2B3C4D' })).toBe('tiny-results1a2b3c4d');
    expect(ignored).toEqual(['AWS::S3::BucketPolicy']);
    await s3.headBucket({ Bucket: 'tiny-results1a2b3c4d' });
    await expect(s3.headBucket({ Bucket: 'elsewhere' })).rejects.toMatchObject({ name: 'NotFound' });
  });

  it('takes objects larger than a message, and streams', async () => {
    await start();
    const large = Buffer.alloc(12 * 1_024 * 1_024, 'x');
    await put('large', large);
    expect(await s3.headObject({ Bucket: 'lake', Key: 'large' })).toMatchObject({
      ContentLength: large.length,
    });
    await s3.putObject({ Bucket: 'lake', Key: 'stream', Body: Readable.from(['a', 'bc']), ContentLength: 3 });
    const { Body } = await s3.getObject({ Bucket: 'lake', Key: 'stream' });
    expect(await Body?.transformToString()).toBe('abc');
  });

  it('has its objects as files, so that a query engine can read them', async () => {
    await start();
    await put('events/day=2026-01-01/a:b.parquet', 'hello');
    await put('events-of-others/x');
    const files = running.run.started(buckets).list('lake', 'events/');
    expect(files).toMatchObject([{ key: 'events/day=2026-01-01/a:b.parquet', bytes: 5 }]);
    expect(readFileSync(files[0]?.path ?? '', 'utf8')).toBe('hello');
    expect(
      running.run
        .started(buckets)
        .list('lake', 'events')
        .map(({ key }) => key),
    ).toHaveLength(2);
    expect(running.run.started(buckets).list('lake', 'nothing/')).toEqual([]);
  });

  it('keeps its objects for the next run, if the stack keeps its data', async () => {
    const folder = temporaryFolder();
    await start({ dataDir: folder.path });
    await put('a', 'kept');
    await running.stop();
    await start({ dataDir: folder.path });
    const { Body } = await s3.getObject({ Bucket: 'lake', Key: 'a' });
    expect(await Body?.transformToString()).toBe('kept');
    await running.stop();
    folder.remove();
  });

  it.each([
    ['if-none-match', () => s3.putObject({ Bucket: 'lake', Key: 'a', Body: 'x', IfNoneMatch: '*' })],
    ['if-match', () => s3.putObject({ Bucket: 'lake', Key: 'a', Body: 'x', IfMatch: '"e"' })],
    ['if-match', () => s3.deleteObject({ Bucket: 'lake', Key: 'a', IfMatch: '"e"' })],
  ])('refuses a write with %s, which would have no effect here', async (header, write) => {
    await start();
    await put('a');
    await expect(write()).rejects.toMatchObject({
      name: 'NotImplemented',
      message: expect.stringMatching(`S3 ignores conditions, and this (Put|Delete)Object has ${header};`),
    });
  });

  it('refuses an action that the emulator would take for another', async () => {
    await start();
    await expect(s3.getBucketLocation({ Bucket: 'lake' })).rejects.toMatchObject({
      name: 'NotImplemented',
      message: 'the local stack has no S3 action for GET bucket ?location',
    });
  });

  it('fails as a test asks it to, in the words of S3', async () => {
    await start();
    running.faults.intercept = ({ service, action, body }) =>
      service === 's3' && action === 'PutObject' && body['Key'] === 'a/b'
        ? { status: 503, body: { __type: 'SlowDown', message: 'Please reduce your request rate.' } }
        : undefined;
    await expect(put('a/b')).rejects.toMatchObject({ name: 'SlowDown', $metadata: { httpStatusCode: 503 } });
    await put('a/c');
  });
});

describe('the role of a function', () => {
  const allow = (Action: string, Resource: string, Condition?: object) => ({
    Effect: 'Allow',
    Action,
    Resource,
    ...(Condition && { Condition }),
  });

  async function as(...Statement: object[]): Promise<S3> {
    running.run.limit('CALLER', readStatements({ Statement }));
    return clientOf('CALLER');
  }

  it('allows what it names, and nothing else', async () => {
    await start();
    const writer = await as(allow('s3:PutObject', 'arn:aws:s3:::lake/events/*'));
    await put('events/a', 'x', writer);
    await expect(put('other/a', 'x', writer)).rejects.toMatchObject({
      name: 'AccessDenied',
      message: 'the role of the function does not allow s3:PutObject on arn:aws:s3:::lake/other/a',
      $metadata: { httpStatusCode: 403 },
    });
    const refused = [
      () => writer.getObject({ Bucket: 'lake', Key: 'events/a' }),
      () => writer.deleteObject({ Bucket: 'lake', Key: 'events/a' }),
      () => writer.deleteObjects({ Bucket: 'lake', Delete: { Objects: [{ Key: 'events/a' }] } }),
      () => writer.copyObject({ Bucket: 'lake', Key: 'events/b', CopySource: 'lake/events/a' }),
      () => keysUnder('events/', writer),
    ];
    for (const call of refused) await expect(call()).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  it('allows a list of some folders by a condition', async () => {
    await start();
    const reader = await as(
      allow('s3:ListBucket', 'arn:aws:s3:::lake', { StringLike: { 's3:prefix': ['events/*'] } }),
    );
    expect(await keysUnder('events/day=1/', reader)).toEqual([]);
    await expect(keysUnder('other/', reader)).rejects.toMatchObject({ name: 'AccessDenied' });
    await expect(reader.listObjectsV2({ Bucket: 'lake' })).rejects.toMatchObject({ name: 'AccessDenied' });
  });
});
