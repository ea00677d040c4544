import { channel } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { startFauxqs } from 'fauxqs';
import type { AwsAnswer, AwsRequest } from './aws-service.ts';
import { account, region } from './clients.ts';

/** SQS and SNS, inside this process. */
export type MessageBroker = {
  forward(request: Pick<AwsRequest, 'headers' | 'body'>): Promise<AwsAnswer>;
  /** One SQS action; an answer other than 200 is thrown. */
  sqs<Answer = Record<string, unknown>>(action: string, input: Record<string, unknown>): Promise<Answer>;
  /** Resolves when a message may have come into some queue; at the latest after `millis`, or when aborted. */
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

export async function startMessageBroker(
  options: { readonly dataDir?: string } = {},
): Promise<MessageBroker> {
  const { server, stop } = await startWithoutSocket(options.dataDir);
  const arrivals = new EventEmitter().setMaxListeners(0);

  const forward: MessageBroker['forward'] = async ({ headers, body }) => {
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
 * fauxqs would listen on all interfaces, for anybody on the network. Fastify announces each server it makes, so
 * this one is caught before it listens; requests are handed to it without a socket.
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
  // It makes its server before it first waits, so that no other one can come in between.
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
  throw new Error('fauxqs did not announce its server; local/message-broker.ts was written for fauxqs 2.4');
}

/** A publication has no target header: SNS names its actions in the body. */
function bringsMessages({ 'x-amz-target': target }: IncomingHttpHeaders): boolean {
  return target === undefined || /\.(SendMessage|ChangeMessageVisibility)/.test(String(target));
}

/** An address that this process can reach, for a queue of which only the name matters. */
export function internalQueueUrl(name: string): string {
  return `http://localhost/${account}/${name}`;
}

function pickHeaders(headers: Record<string, unknown>): Record<string, string> {
  const wanted = ['content-type', 'x-amzn-query-error', 'x-amzn-requestid'];
  return Object.fromEntries(
    wanted.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}
