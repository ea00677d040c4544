import { describe, expect, it } from 'vitest';
import { webhookUrlOutput } from '../../lib/outputs.ts';

describe('the output with the webhook URL of a provider', () => {
  it.each([
    ['ses', 'WebhookUrlSes'],
    ['sendgrid', 'WebhookUrlSendgrid'],
    ['standard-webhooks', 'WebhookUrlStandardWebhooks'],
    ['some.provider', 'WebhookUrlSomeProvider'],
  ])('of %s is %s', (provider, output) => {
    expect(webhookUrlOutput(provider)).toBe(output);
  });
});
