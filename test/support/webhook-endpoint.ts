import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedWebhook = {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** How the endpoint answered. */
  readonly status: number;
  readonly path: string;
};

export type TestEndpoint = {
  readonly url: string;
  readonly host: string;
  readonly received: ReceivedWebhook[];
  /** Chooses the answer to the next requests. Without a status, the connection ends without an answer. */
  answer: (webhook: Omit<ReceivedWebhook, 'status'>, count: number) => { status?: number; body?: string };
  stop(): Promise<void>;
};

/** A server that takes webhooks. It answers 200 until a test says otherwise. */
export async function aWebhookEndpoint(): Promise<TestEndpoint> {
  const received: ReceivedWebhook[] = [];
  const endpoint = { answer: (() => ({ status: 200 })) as TestEndpoint['answer'] };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const webhook = { headers: request.headers, body, path: request.url ?? '' };
      const { status, body: answer = '' } = endpoint.answer(webhook, received.length + 1);
      received.push({ ...webhook, status: status ?? 0 });
      if (status === undefined) request.socket.destroy();
      else response.writeHead(status).end(answer);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return Object.assign(endpoint, {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    received,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  });
}
