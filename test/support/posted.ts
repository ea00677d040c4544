import type { PostedRequest } from '../../lambdas/receiver/receive.ts';
import type { WebhookRequest } from '../../providers/provider.ts';

/** The request as the receiver gets it from API Gateway. */
export function posted({ body, ...request }: WebhookRequest): PostedRequest {
  return { method: 'POST', ...request, bodyBytes: body.length, readBody: () => body };
}
