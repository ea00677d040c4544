import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { describe, expect, it } from 'vitest';
import { Mailfold } from '../../lib/index.ts';
import { anApp, grantsOf, synthesize, unbundled } from './synthesize.ts';

const arnOf = (name: string) => `arn:aws:secretsmanager:eu-west-1:111122223333:secret:${name}-AbCdEf`;
const messagesStreamArn =
  'arn:aws:dynamodb:eu-west-1:111122223333:table/restored-messages/stream/2026-01-31T00:00:00.000';
const world = synthesize({
  messagesTableName: 'restored-messages',
  messagesStreamArn,
  addressesTableName: 'restored-addresses',
  providerSecretArn: arnOf('keys'),
  ownKeySecretArn: arnOf('own'),
  webhooks: [{ name: 'shop', url: 'https://shop.example.com/hooks' }],
  webhookSecretArn: arnOf('hooks'),
});

describe('tables and secrets from before', () => {
  it('take the place of new ones', () => {
    // The tables of used tokens and of deliveries are always new.
    expect(world.all('AWS::DynamoDB::Table')).toHaveLength(2);
    expect(world.all('AWS::SecretsManager::Secret')).toEqual([]);
    const { MessagesTableName, AddressesTableName } = world.template.toJSON().Outputs;
    expect([MessagesTableName.Value, AddressesTableName.Value]).toEqual([
      'restored-messages',
      'restored-addresses',
    ]);
  });

  it('are what the functions use, and may use', () => {
    const { mailfold, propertiesOf } = world;
    expect(propertiesOf(mailfold.consumer).Environment.Variables).toMatchObject({
      MESSAGES_TABLE: 'restored-messages',
      ADDRESSES_TABLE: 'restored-addresses',
    });
    expect(propertiesOf(mailfold.receiver).Environment.Variables.PROVIDER_SECRET_NAME).toBe('keys');
    expect(grantsOf(world, mailfold.receiver)).toContainEqual({
      action: 'secretsmanager:GetSecretValue',
      on: arnOf('keys'),
    });
    const reads = grantsOf(world, mailfold.apiReader).map(
      ({ action, on }) => `${action} ${JSON.stringify(on)}`,
    );
    expect(reads).toContainEqual(expect.stringMatching(/^dynamodb:Query .*:table\/restored-messages"/));
    expect(reads).toContainEqual(
      expect.stringMatching(/^dynamodb:Query .*:table\/restored-addresses\/index\//),
    );
    expect(reads).toContainEqual(`secretsmanager:GetSecretValue "${arnOf('own')}"`);
    const sender = mailfold.fanOut?.sender?.function;
    if (!sender) throw new Error('expected a sender, found none');
    // With another secret, every endpoint would take its webhooks for forged.
    expect(propertiesOf(sender).Environment.Variables.WEBHOOK_SECRET_NAME).toBe('hooks');
    expect(grantsOf(world, sender)).toContainEqual({
      action: 'secretsmanager:GetSecretValue',
      on: arnOf('hooks'),
    });
  });

  it('need the stream of the messages table for a lake, and not without one', () => {
    expect(() => synthesize({ messagesTableName: 'restored-messages' })).toThrow(
      'expected messagesStreamArn beside messagesTableName, found none; without the lake, set lake: false',
    );
    const withoutLake = { messagesTableName: 'restored-messages', lake: false };
    expect(() => synthesize(withoutLake)).not.toThrow();
    expect(() => synthesize({ ...withoutLake, eventBus: true })).toThrow('set neither eventBus nor webhooks');
    const mappings = world.all('AWS::Lambda::EventSourceMapping');
    expect(mappings.map(({ EventSourceArn }) => EventSourceArn)).toContain(messagesStreamArn);
  });

  it('may be known by name alone: the policy then leaves room for what Secrets Manager adds', () => {
    const stack = new Stack(anApp(unbundled), 'Shop');
    const providerSecret = Secret.fromSecretNameV2(stack, 'Keys', 'keys');
    const ownKey = Secret.fromSecretNameV2(stack, 'Own', 'own');
    const webhookSecret = Secret.fromSecretNameV2(stack, 'Hooks', 'hooks');
    const webhooks = [{ name: 'shop', url: 'https://shop.example.com/hooks' }];
    new Mailfold(stack, 'Mail', { webhooks, existing: { providerSecret, ownKey, webhookSecret } });
    const policies = JSON.stringify(Template.fromStack(stack).findResources('AWS::IAM::Policy'));
    const named = policies.match(/:secret:(keys|own|hooks)[^"]*/g) ?? [];
    expect(new Set(named)).toEqual(
      new Set([':secret:keys-??????', ':secret:own-??????', ':secret:hooks-??????']),
    );
  });
});
