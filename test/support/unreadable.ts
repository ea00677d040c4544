import type { Normalizer, WebhookRequest } from '../../providers/provider.ts';
import { readPart } from '../../providers/read-part.ts';

/** The body with all unreadable parts of a request, as the consumer splits it off. */
export function unreadableBodyOf(normalizer: Normalizer, request: WebhookRequest): Buffer {
  const reports = normalizer.split(request);
  return reports.bodyOf(reports.parts.filter((part) => 'reason' in readPart(reports, part)));
}
