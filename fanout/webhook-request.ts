import type { OutgoingWebhook } from '../app/ports/webhooks.ts';
import { signedHeaders } from '../providers/standard-signature.ts';
import type { PostedWebhook } from './post-webhook.ts';

/** The request for a webhook, signed as Standard Webhooks says, with every secret of its endpoint. */
export function webhookRequest(
  url: string,
  { id, body: text }: Pick<OutgoingWebhook, 'id' | 'body'>,
  keys: readonly string[],
  now: Date,
): PostedWebhook {
  const body = Buffer.from(text);
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mailfold (webhooks)',
      ...signedHeaders('webhook', { id, body, keys, now }),
    },
    body,
  };
}
