import { EventWebhook } from '@sendgrid/eventwebhook';
import type { WebhookRequest } from '../../providers/provider.ts';

/** SendGrid's library as its guide shows it, except that the key is converted only once. */
export function sendgridLibrary(verificationKey: string): (request: WebhookRequest) => boolean {
  const webhook = new EventWebhook();
  const key = webhook.convertPublicKeyToECDSA(verificationKey);
  return ({ headers, body }) =>
    webhook.verifySignature(
      key,
      body,
      headers['x-twilio-email-event-webhook-signature'] ?? '',
      headers['x-twilio-email-event-webhook-timestamp'] ?? '',
    );
}
