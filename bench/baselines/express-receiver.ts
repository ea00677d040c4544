/**
 * The usual alternative to Mailfold's receiver: Express, the raw body, SendGrid's library, one SendMessage, 200. It
 * reuses key and client, and writes neither logs nor metrics. The first argument names the verification.
 */
import { createPublicKey, createVerify } from 'node:crypto';
import { createServer } from 'node:http';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import express from 'express';
import type { WebhookRequest } from '../../providers/provider.ts';
import { serveContender } from '../receiver-child.ts';
import { sendgridLibrary } from './sendgrid-library.ts';

export type Verification = 'library' | 'node-crypto';

const key = process.env['SENDGRID_KEY'] ?? '';
const checks: Record<Verification, () => (request: WebhookRequest) => boolean> = {
  library: () => sendgridLibrary(key),
  'node-crypto': () => {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return ({ headers, body }) =>
      createVerify('sha256')
        .update(headers['x-twilio-email-event-webhook-timestamp'] ?? '')
        .update(body)
        .verify(publicKey, headers['x-twilio-email-event-webhook-signature'] ?? '', 'base64');
  },
};

const isGenuine = checks[process.argv[2] as Verification]();
const sqs = new SQSClient();
const app = express();

app.post(
  '/webhooks/sendgrid',
  express.raw({ type: 'application/json', limit: '1mb' }),
  async (request, response) => {
    const headers = request.headers as WebhookRequest['headers'];
    if (!isGenuine({ headers, body: request.body })) {
      response.status(401).json({ message: 'The webhook could not be verified.' });
      return;
    }
    const send = new SendMessageCommand({
      QueueUrl: process.env['EVENTS_QUEUE_URL'],
      MessageBody: request.body.toString(),
    });
    await sqs.send(send);
    response.status(200).json({ message: 'Received.' });
  },
);

await serveContender(createServer(app));
