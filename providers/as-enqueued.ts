import { withoutGzip } from './gzip.ts';
import type { ProviderManifest } from './manifest.ts';
import type { WebhookRequest } from './provider.ts';

/**
 * Bodies above this size are refused before they are decoded and hashed, because anybody can post them. The largest posts
 * that a provider documents have 768 KB.
 */
export const maxBodyBytes = 2 * 1024 * 1024;

type Edge = Pick<ProviderManifest, 'headersToKeep' | 'mayCompress'>;

/** The bytes that are verified and enqueued. Undefined if there are too many. */
export function readableBody({ mayCompress }: Edge, body: Buffer): Buffer | undefined {
  return mayCompress ? withoutGzip(body, maxBodyBytes) : body;
}

/** Only headers that are part of the event, never one that authenticates. */
export function keptHeaders(
  { headersToKeep = [] }: Edge,
  headers: WebhookRequest['headers'],
): WebhookRequest['headers'] {
  return Object.fromEntries(headersToKeep.map((name) => [name, headers[name]]));
}

/** A request as the consumer gets it, for whoever plays the receiver. */
export function asEnqueued(manifest: Edge, { headers, body }: WebhookRequest): WebhookRequest {
  return { headers: keptHeaders(manifest, headers), body: readableBody(manifest, body) ?? body };
}
