import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEndpointSecrets } from '../../fanout/endpoint-secrets.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { assemblyWith } from '../support/stage-of.ts';
import { eventually } from '../support/wait.ts';
import { aWebhookEndpoint, type TestEndpoint } from '../support/webhook-endpoint.ts';

let endpoint: TestEndpoint;
let assembly: Awaited<ReturnType<typeof assemblyWith>>;
let stack: LocalStackForTheCommandLine;

beforeAll(async () => {
  endpoint = await aWebhookEndpoint();
  assembly = await assemblyWith({
    eventBus: true,
    webhooks: [
      { name: 'shop', url: `${endpoint.url}/shop` },
      { name: 'bounces', url: `${endpoint.url}/bounces`, types: ['email.bounced', 'email.complained'] },
    ],
    webhookPrivateHosts: [endpoint.host],
  });
  stack = await aStackForTheCommandLine({ assemblyDir: assembly.assemblyDir });
}, 240_000);
afterAll(async () => {
  await stack?.stop();
  await endpoint?.stop();
  assembly?.remove();
});

async function secretOf(name: string): Promise<string> {
  const { region, awsEndpoint } = stack.endpoints;
  const client = new SecretsManagerClient({
    region,
    endpoint: awsEndpoint,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const { SecretString } = await client.send(
    new GetSecretValueCommand({ SecretId: stack.outputs['WebhookSecretName'] ?? '' }),
  );
  return readEndpointSecrets(SecretString).of(name)[0] ?? '';
}

async function send(type: string, to: string, message: string): Promise<void> {
  const { exitCode, error } = await commandLine('send', 'sendgrid', type, '--to', to, '--message', message);
  expect([exitCode, error]).toEqual([0, '']);
}

describe('an endpoint', () => {
  it('gets every new event once it is stored, signed as Standard Webhooks says', async () => {
    await send('hard_bounce', 'gone@example.com', 'm1');
    const webhook = await eventually('a webhook', () =>
      endpoint.received.find(({ path, body }) => path === '/shop' && body.includes('m1')),
    );
    const verified = new Webhook(await secretOf('shop')).verify(
      webhook.body,
      webhook.headers as Record<string, string>,
    );
    expect(verified).toMatchObject({ type: 'email.bounced', data: { recipient: 'gone@example.com' } });
  });
});
