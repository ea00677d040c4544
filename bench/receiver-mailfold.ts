/**
 * The receiver's bundle behind a server in the role of API Gateway, in one process, so that all contenders pay for HTTP.
 * The first argument is the file of the bundle.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { pathToFileURL } from 'node:url';
import { toHttpEvent } from '../local/http-event.ts';
import { readBody } from '../local/http-server.ts';
import { serveContender } from './receiver-child.ts';

type Answer = {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
};
type Handler = (event: unknown, context: unknown) => Promise<Answer>;

const { handler }: { handler: Handler } = await import(pathToFileURL(process.argv[2] ?? '').href);

async function answer(request: IncomingMessage): Promise<Answer> {
  const url = request.url ?? '/';
  const requestId = randomUUID();
  const event = toHttpEvent(
    {
      method: request.method ?? 'POST',
      url,
      rawHeaders: request.rawHeaders,
      body: await readBody(request),
      sourceIp: request.socket.remoteAddress ?? '',
      requestId,
      receivedAt: new Date(),
    },
    {
      apiId: 'bench',
      routeKey: `POST ${url}`,
      parameters: {},
    },
  );
  return handler(event, {
    awsRequestId: requestId,
    functionName: 'receiver',
    getRemainingTimeInMillis: () => 10_000,
  });
}

const server = createServer((request, response) => {
  answer(request).then(
    ({ statusCode, headers, body }) => response.writeHead(statusCode, headers).end(body),
    () => response.writeHead(500).end(),
  );
});
await serveContender(server);
