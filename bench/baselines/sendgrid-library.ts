import { EventWebhook } from '@sendgrid/eventwebhook';
import type { WebhookRequest } from '../../providers/provider.ts';

/** SendGrid's own library as its guide shows it; the key is converted once, which the guide does at every request. */
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
