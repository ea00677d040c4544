import { channel } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { startFauxqs } from 'fauxqs';
import type { AwsAnswer, AwsRequest } from './aws-service.ts';
import { account, region } from './clients.ts';

/** SQS, SNS and S3, inside this process. */
export type Emulator = {
  forward(request: AwsRequest): Promise<AwsAnswer>;
  /** Performs one SQS action. Throws when the answer is not a 200. */
  sqs<Answer = Record<string, unknown>>(action: string, input: Record<string, unknown>): Promise<Answer>;
  /** Creates a bucket, unless it exists. */
  createBucket(name: string): Promise<void>;
  putObject(bucket: string, key: string, body: Buffer): Promise<void>;
  /** Where the objects of buckets are, unless in memory. */
  readonly objectsDir: string | undefined;
  /** Resolves when a message may have arrived in a queue, after `millis`, or when aborted. */
  untilMessage(millis: number, signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
};

export type EmulatorOptions = {
  /** Where queues and topics are kept. Omit to keep them in memory. */
  readonly dataDir?: string;
  /** Where the objects of buckets are kept, as files. Omit to keep them in memory. */
  readonly objectsDir?: string;
};

type Server = {
  listen: () => Promise<string>;
  addContentTypeParser: (type: string, options: object, parse: unknown) => unknown;
  ready(): Promise<unknown>;
  inject(request: {
    method: Method;
    url: string;
    headers: Record<string, string>;
    payload: Buffer;
  }): Promise<{ statusCode: number; headers: Record<string, unknown>; rawPayload: Buffer }>;
};

type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';

export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { server, stop } = await startWithoutSocket(options);
  const arrivals = new EventEmitter().setMaxListeners(0);

  const forward: Emulator['forward'] = async ({ method, url, headers, body }) => {
    const answer = await server.inject({
      method: method as Method,
      url,
      // With a name of ours, the emulator would look for a bucket in it.
      headers: { ...forwarded(headers), host: 'localhost' },
      payload: body,
    });
    if (bringsMessages(headers)) arrivals.emit('message');
    return { status: answer.statusCode, headers: forwarded(answer.headers), body: answer.rawPayload };
  };

  async function perform(request: AwsRequest): Promise<Buffer> {
    const { status, body } = await forward(request);
    if (status === 200) return body;
    const target = request.headers['x-amz-target'] ?? `${request.method} ${request.url}`;
    throw new Error(`${target}: ${body.toString()}`);
  }

  return {
    forward,
    objectsDir: options.objectsDir,
    stop,
    async untilMessage(millis, signal) {
      const either = AbortSignal.any([signal, AbortSignal.timeout(millis)]);
      await once(arrivals, 'message', { signal: either }).catch(() => {});
    },
    async sqs<Answer>(action: string, input: Record<string, unknown>): Promise<Answer> {
      const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` };
      const body = Buffer.from(JSON.stringify(input));
      return JSON.parse((await perform({ method: 'POST', url: '/', headers, body })).toString()) as Answer;
    },
    async createBucket(name) {
      await perform({ method: 'PUT', url: `/${name}`, headers: {}, body: Buffer.alloc(0) });
    },
    async putObject(bucket, key, body) {
      const path = key.split('/').map(encodeURIComponent).join('/');
      const headers = { 'content-type': 'application/octet-stream' };
      await perform({ method: 'PUT', url: `/${bucket}/${path}`, headers, body });
    },
  };
}

/**
 * fauxqs would listen on all interfaces, open to the network. Fastify announces each server it creates, so this one
 * is caught before it listens; requests are passed to it without a socket.
 */
async function startWithoutSocket({
  dataDir,
  objectsDir,
}: EmulatorOptions): Promise<{ server: Server; stop(): Promise<void> }> {
  let server: Server | undefined;
  const announcement = channel('fastify.initialization');
  const caught = (message: unknown) => {
    const { fastify } = message as { fastify: Server };
    fastify.listen = async () => {
      await fastify.ready();
      return 'http://127.0.0.1:1';
    };
    const { addContentTypeParser } = fastify;
    fastify.addContentTypeParser = (type, parser, parse) =>
      addContentTypeParser.call(fastify, type, { ...parser, bodyLimit: bodyBytes }, parse);
    server = fastify;
  };
  announcement.subscribe(caught);
  // fauxqs creates its server synchronously, so no other server can be caught by mistake.
  const starting = startFauxqs({
    port: 0,
    logger: false,
    defaultRegion: region,
    ...(dataDir ? { dataDir } : {}),
    ...(objectsDir ? { s3StorageDir: objectsDir } : {}),
  });
  announcement.unsubscribe(caught);
  const fauxqs = await starting;
  if (server) return { server, stop: () => fauxqs.stop() };
  await fauxqs.stop();
  throw new Error('expected fauxqs to announce its server; local/emulator.ts was written for fauxqs 2.4');
}

/** fauxqs takes 11 MiB, S3 takes 5 GiB; more than this does not fit into the memory of a small machine. */
const bodyBytes = 512 * 1_024 * 1_024;

/** A call of SNS has no target header: it names the action in a form. */
function bringsMessages({ 'x-amz-target': target, 'content-type': type }: IncomingHttpHeaders): boolean {
  if (target === undefined) return type?.includes('x-www-form-urlencoded') ?? false;
  return /\.(SendMessage|ChangeMessageVisibility)/.test(String(target));
}

/** The emulator reads only the name of the queue from its URL. */
export function internalQueueUrl(name: string): string {
  return `http://localhost/${account}/${name}`;
}

/** Those about the connection are made anew on each side. */
function forwarded(headers: Record<string, unknown>): Record<string, string> {
  const ofConnection = ['connection', 'keep-alive', 'host', 'expect', 'transfer-encoding', 'date'];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofConnection.includes(name) ? [] : [[name, String(value)]],
    ),
  );
}
