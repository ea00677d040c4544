import type { Invocation } from './function-environment.ts';

export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
};

export function jsonAnswer(status: number, value: unknown): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(value)),
  };
}

/** An error in API Gateway's own format. */
export function messageAnswer(status: number, message: string): HttpAnswer {
  return jsonAnswer(status, { message });
}

/** Turns a function's response, in payload format 2.0, into the answer to the caller. */
export function toHttpAnswer(invocation: Invocation): HttpAnswer {
  const broken = messageAnswer(500, 'Internal Server Error');
  if (!invocation.ok) return broken;
  const { response } = invocation;
  if (!isRecord(response) || !('statusCode' in response)) {
    // In this format, a response without a status is the body itself.
    const plain = jsonAnswer(200, response);
    return typeof response === 'string' ? { ...plain, body: Buffer.from(response) } : plain;
  }
  const { statusCode, headers = {}, cookies, body = '', isBase64Encoded = false } = response;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return broken;
  if (!isRecord(headers) || typeof body !== 'string') return broken;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      ...Object.fromEntries(named),
      ...(Array.isArray(cookies) && { 'set-cookie': cookies.map(String) }),
    },
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
