import type { AwsCall, AwsRequest } from '../aws-service.ts';

/** What a request to S3 is about, in the words of its API. */
export type S3Input = {
  readonly Bucket?: string;
  readonly Key?: string;
  /** Of a list. */
  readonly Prefix?: string;
  /** Of a copy, as `<bucket>/<key>`. */
  readonly CopySource?: string;
  /** The keys of DeleteObjects. */
  readonly Keys?: readonly string[];
};

/** S3 names its actions by method, path and parameters. Undefined when the request is for another service. */
export function readS3Request({ method, url, headers, body }: AwsRequest): AwsCall | undefined {
  const { pathname, searchParams: query } = new URL(url, 'http://local');
  const scope = headers.authorization ?? query.get('X-Amz-Credential') ?? '';
  if (!/\/s3\/aws4_request/.test(scope)) return undefined;
  const [, bucket = '', path = ''] = /^\/([^/]*)\/?(.*)$/s.exec(pathname) ?? [];
  const input: S3Input = {
    ...(bucket && { Bucket: bucket }),
    ...(path && { Key: decodeURIComponent(path) }),
    ...(query.get('prefix') !== null && { Prefix: query.get('prefix') ?? '' }),
    ...(headers['x-amz-copy-source'] && { CopySource: copySource(String(headers['x-amz-copy-source'])) }),
    ...(query.has('delete') && { Keys: keysIn(body.toString()) }),
  };
  return { action: nameOf(method, query, input), body: input };
}

function nameOf(method: string, query: URLSearchParams, { Bucket, Key, CopySource }: S3Input): string {
  const kind = Key ? 'object' : Bucket ? 'bucket' : 'account';
  const detail = [...query.keys()].find((name) => subresources.includes(name)) ?? (CopySource ? 'copy' : '');
  const plain = `${method} ${kind}`;
  return actions[detail ? `${plain} ${detail}` : plain] ?? (detail ? `${plain} ?${detail}` : plain);
}

const actions: Readonly<Record<string, string>> = {
  'GET account': 'ListBuckets',
  'PUT bucket': 'CreateBucket',
  'HEAD bucket': 'HeadBucket',
  'DELETE bucket': 'DeleteBucket',
  'GET bucket': 'ListObjects',
  'GET bucket list-type': 'ListObjectsV2',
  'POST bucket delete': 'DeleteObjects',
  'GET bucket lifecycle': 'GetBucketLifecycleConfiguration',
  'PUT bucket lifecycle': 'PutBucketLifecycleConfiguration',
  'DELETE bucket lifecycle': 'DeleteBucketLifecycle',
  'GET object': 'GetObject',
  'HEAD object': 'HeadObject',
  'PUT object': 'PutObject',
  'PUT object copy': 'CopyObject',
  'DELETE object': 'DeleteObject',
  'GET object attributes': 'GetObjectAttributes',
  'POST object uploads': 'CreateMultipartUpload',
  'PUT object uploadId': 'UploadPart',
  'POST object uploadId': 'CompleteMultipartUpload',
  'DELETE object uploadId': 'AbortMultipartUpload',
};

/** Parameters that make a request another action; the emulator would overlook those that it does not know. */
const subresources = [
  ...['list-type', 'delete', 'lifecycle', 'attributes', 'uploads', 'uploadId'],
  ...[
    'accelerate',
    'acl',
    'analytics',
    'cors',
    'encryption',
    'inventory',
    'legal-hold',
    'location',
    'logging',
  ],
  ...[
    'metrics',
    'notification',
    'object-lock',
    'ownershipControls',
    'policy',
    'policyStatus',
    'publicAccessBlock',
  ],
  ...['replication', 'requestPayment', 'restore', 'retention', 'select', 'tagging', 'torrent', 'versionId'],
  ...['versioning', 'versions', 'website', 'renameObject', 'intelligent-tiering'],
];

function copySource(text: string): string {
  return decodeURIComponent(text).replace(/^\//, '');
}

function keysIn(xml: string): string[] {
  const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, text = '']) =>
    text
      .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replace(/&(\w+);/g, (entity, name: string) => characters[name] ?? entity),
  );
}
