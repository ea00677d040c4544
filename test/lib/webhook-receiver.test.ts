import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { describe, expect, it } from 'vitest';
import { receiverVariables } from '../../lambdas/receiver/environment.ts';
import { grantsOf, synthesize } from './synthesize.ts';

const world = synthesize();
const { mailfold, arnOf, refTo, propertiesOf } = world;

/** Private to the receiver, so the construct has no property for it. */
const tokensTable = () => mailfold.node.findChild('UsedTokens').node.findChild('Tokens') as Table;

describe('the table of used tokens', () => {
  it('deletes its rows by itself, costs nothing when idle, and is deleted with the stack', () => {
    const [[, resource] = []] = Object.entries(world.template.findResources('AWS::DynamoDB::Table')).filter(
      ([id]) => id.includes('UsedTokens'),
    );
    expect(resource).toMatchObject({
      Properties: {
        KeySchema: [{ AttributeName: 'token', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      },
      DeletionPolicy: 'Delete',
    });
  });
});

describe('the receiver', () => {
  it('is not made with more settings than its variables have room for, so that no deployment stops halfway', () => {
    const addresses = (count: number) =>
      Array.from({ length: count }, (_, index) => `192.0.${Math.floor(index / 250)}.${index % 250}`);
    expect(() => synthesize({ sourceAddresses: { postmark: addresses(100) } })).not.toThrow();
    expect(() => synthesize({ sourceAddresses: { postmark: addresses(300) } })).toThrow(
      /those of the receiver take about \d+, most of them SOURCE_ADDRESSES/,
    );
  });

  it('runs on Node 24 and arm64, with 512 MB and ten seconds', () => {
    expect(propertiesOf(mailfold.receiver)).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: 512,
      Timeout: 10,
    });
  });

  it('has concurrency of its own only if the settings say so, because a new account has none to spare', () => {
    expect(propertiesOf(mailfold.receiver)).not.toHaveProperty('ReservedConcurrentExecutions');
    const reserved = synthesize({ receiverReservedConcurrency: 50 });
    expect(reserved.propertiesOf(reserved.mailfold.receiver).ReservedConcurrentExecutions).toBe(50);
    expect(reserved.propertiesOf(reserved.mailfold.consumer)).not.toHaveProperty(
      'ReservedConcurrentExecutions',
    );
  });

  it('finds in its environment what it reads, and nothing else', () => {
    const { Variables } = propertiesOf(mailfold.receiver).Environment;
    expect(Variables).toEqual({
      MAILFOLD_NAME: 'Mailfold',
      EVENTS_QUEUE_URL: refTo(mailfold.eventsQueue),
      PROVIDER_SECRET_NAME: world.stack.resolve(mailfold.providerSecret.secretName),
      TOKENS_TABLE: refTo(tokensTable()),
      SIGNATURE_TOLERANCE_SECONDS: '300',
      SIGNATURE_TOLERANCES: '{}',
      SOURCE_ADDRESSES: '{}',
      PUBLIC_URLS: world.stack.resolve(mailfold.apiUrl),
      PROXY_SECRET_DIGESTS: '',
      STANDARD_SOURCES: '{}',
      SES_TOPIC_ARNS: '',
      NODE_OPTIONS: '--enable-source-maps --disable-warning=DEP0169',
      POWERTOOLS_SERVICE_NAME: 'mailfold-receiver',
    });
    expect(Object.keys(Variables)).toEqual(expect.arrayContaining([...receiverVariables]));
  });

  it('gets the tolerance and the topics from the settings', () => {
    const { mailfold, propertiesOf } = synthesize({
      signatureToleranceSeconds: 600,
      sesTopicArns: [
        'arn:aws:sns:eu-west-1:111122223333:ses-events',
        'arn:aws:sns:us-east-1:444455556666:ses-events',
      ],
    });
    expect(propertiesOf(mailfold.receiver).Environment.Variables).toMatchObject({
      SIGNATURE_TOLERANCE_SECONDS: '600',
      SES_TOPIC_ARNS:
        'arn:aws:sns:eu-west-1:111122223333:ses-events,arn:aws:sns:us-east-1:444455556666:ses-events',
    });
  });

  it('knows every URL under which it can be reached, because some providers sign theirs', () => {
    const { stack, mailfold, propertiesOf } = synthesize({
      publicUrls: ['https://hooks.example.com'],
    });
    const { PUBLIC_URLS: urls } = propertiesOf(mailfold.receiver).Environment.Variables;
    expect(urls).toEqual({
      'Fn::Join': ['', [stack.resolve(mailfold.apiUrl), ',https://hooks.example.com']],
    });
  });

  it('gets the settings of individual providers', () => {
    const { mailfold, propertiesOf } = synthesize({
      signatureTolerancesSeconds: { sendgrid: 900 },
      sourceAddresses: { postmark: ['192.0.2.0/24'] },
      proxySecretSha256: ['ab'.repeat(32)],
      standardWebhookSources: { 'acme-mail': { messageId: 'data.id' } },
    });
    const said = {
      SIGNATURE_TOLERANCES: '{"sendgrid":900}',
      SOURCE_ADDRESSES: '{"postmark":["192.0.2.0/24"]}',
      PROXY_SECRET_DIGESTS: 'ab'.repeat(32),
      STANDARD_SOURCES: '{"acme-mail":{"messageId":"data.id"}}',
    };
    expect(propertiesOf(mailfold.receiver).Environment.Variables).toMatchObject(said);
    expect(propertiesOf(mailfold.consumer).Environment.Variables).toMatchObject({
      STANDARD_SOURCES: said.STANDARD_SOURCES,
    });
    expect(Object.keys(mailfold.webhookUrls)).toContain('acme-mail');
  });

  it('may send to the queue, read the provider keys, store tokens and write its own log, and nothing else', () => {
    const ownLog = { 'Fn::GetAtt': [propertiesOf(mailfold.receiver).LoggingConfig.LogGroup.Ref, 'Arn'] };
    expect(grantsOf(world, mailfold.receiver)).toEqual([
      { action: 'dynamodb:PutItem', on: arnOf(tokensTable()) },
      { action: 'logs:CreateLogStream', on: ownLog },
      { action: 'logs:PutLogEvents', on: ownLog },
      { action: 'secretsmanager:GetSecretValue', on: refTo(mailfold.providerSecret) },
      { action: 'sqs:SendMessage', on: arnOf(mailfold.eventsQueue) },
    ]);
  });
});
