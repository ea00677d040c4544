import type { WebhookRequest } from './provider.ts';

/** A request with a JSON body, and the headers that are part of its events. */
export function jsonRequest(json: string, headers: WebhookRequest['headers'] = {}): WebhookRequest {
  return { headers, body: Buffer.from(json) };
}
