import type { IncomingMessage, ServerResponse } from 'node:http';
import { notKept } from '../../serving/security-headers.ts';

export type ConsoleAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

/** As the API answers: a problem object. */
export function problemAnswer(status: number, title: string, code: string, detail: string): ConsoleAnswer {
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...notKept },
    body: JSON.stringify({ type: 'about:blank', title, status, code, detail }),
  };
}

export function send(
  response: ServerResponse,
  { method }: IncomingMessage,
  { status, headers, body }: ConsoleAnswer,
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? undefined : body);
}

/** Undefined when the body is larger. */
export async function readAtMost(request: IncomingMessage, limit: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= limit) chunks.push(chunk as Buffer);
  }
  return size > limit ? undefined : Buffer.concat(chunks).toString();
}
