import { channel } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { startFauxqs } from 'fauxqs';
import type { AwsAnswer, AwsRequest } from './aws-service.ts';
import { account, region } from './clients.ts';

/** SQS and SNS, inside this process. */
export type Emulator = {
  forward(request: Pick<AwsRequest, 'headers' | 'body'>): Promise<AwsAnswer>;
  /** Performs one SQS action. Throws when the answer is not a 200. */
  sqs<Answer = Record<string, unknown>>(action: string, input: Record<string, unknown>): Promise<Answer>;
  /** Resolves when a message may have arrived in a queue, after `millis`, or when aborted. */
  untilMessage(millis: number, signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
};

type Server = {
  listen: () => Promise<string>;
  ready(): Promise<unknown>;
  inject(request: { method: 'POST'; url: '/'; headers: Record<string, string>; payload: Buffer }): Promise<{
    statusCode: number;
    headers: Record<string, unknown>;
    rawPayload: Buffer;
  }>;
};

export async function startEmulator(options: { readonly dataDir?: string } = {}): Promise<Emulator> {
  const { server, stop } = await startWithoutSocket(options.dataDir);
  const arrivals = new EventEmitter().setMaxListeners(0);

  const forward: Emulator['forward'] = async ({ headers, body }) => {
    const answer = await server.inject({
      method: 'POST',
      url: '/',
      headers: {
        'content-type': String(headers['content-type'] ?? ''),
        'x-amz-target': String(headers['x-amz-target'] ?? ''),
        authorization: String(headers.authorization ?? ''),
        host: 'localhost',
      },
      payload: body,
    });
    if (bringsMessages(headers)) arrivals.emit('message');
    return { status: answer.statusCode, headers: pickHeaders(answer.headers), body: answer.rawPayload };
  };

  return {
    forward,
    stop,
    async untilMessage(millis, signal) {
      const either = AbortSignal.any([signal, AbortSignal.timeout(millis)]);
      await once(arrivals, 'message', { signal: either }).catch(() => {});
    },
    async sqs<Answer>(action: string, input: Record<string, unknown>): Promise<Answer> {
      const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` };
      const { status, body } = await forward({ headers, body: Buffer.from(JSON.stringify(input)) });
      if (status !== 200) throw new Error(`SQS ${action}: ${body.toString()}`);
      return JSON.parse(body.toString()) as Answer;
    },
  };
}

/**
 * fauxqs would listen on all interfaces, open to the network. Fastify announces each server it creates, so this one
 * is caught before it listens; requests are passed to it without a socket.
 */
async function startWithoutSocket(dataDir?: string): Promise<{ server: Server; stop(): Promise<void> }> {
  let server: Server | undefined;
  const announcement = channel('fastify.initialization');
  const caught = (message: unknown) => {
    const { fastify } = message as { fastify: Server };
    fastify.listen = async () => {
      await fastify.ready();
      return 'http://127.0.0.1:1';
    };
    server = fastify;
  };
  announcement.subscribe(caught);
  // fauxqs creates its server synchronously, so no other server can be caught by mistake.
  const starting = startFauxqs({
    port: 0,
    logger: false,
    defaultRegion: region,
    ...(dataDir ? { dataDir } : {}),
  });
  announcement.unsubscribe(caught);
  const fauxqs = await starting;
  if (server) return { server, stop: () => fauxqs.stop() };
  await fauxqs.stop();
  throw new Error('expected fauxqs to announce its server; local/emulator.ts was written for fauxqs 2.4');
}

/** A call of SNS has no target header: it names the action in the body. */
function bringsMessages({ 'x-amz-target': target }: IncomingHttpHeaders): boolean {
  return target === undefined || /\.(SendMessage|ChangeMessageVisibility)/.test(String(target));
}

/** The emulator reads only the name of the queue from its URL. */
export function internalQueueUrl(name: string): string {
  return `http://localhost/${account}/${name}`;
}

function pickHeaders(headers: Record<string, unknown>): Record<string, string> {
  const wanted = ['content-type', 'x-amzn-query-error', 'x-amzn-requestid'];
  return Object.fromEntries(
    wanted.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}
