import { readFileSync } from 'node:fs';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, it } from 'vitest';
import { Mailfold } from '../../lib/index.ts';
import { providerNames } from '../../providers/manifests.ts';
import { anApp, type Statement, synthesize, synthesizeConstruct, unbundled } from './synthesize.ts';

const deployed = synthesize();
const withConfigurationSet = synthesize({ sesConfigurationSet: true });

describe('Mailfold in a stack of your own', () => {
  it('needs no settings, and is then what the stack deploys without settings', () => {
    const types = ({ template }: { template: Template }) =>
      Object.values(template.toJSON().Resources as Record<string, { Type: string }>).map(({ Type }) => Type);
    expect(types(synthesizeConstruct())).toEqual(types(deployed));
  });

  it('can be used twice', () => {
    const stack = new Stack(anApp(unbundled), 'TheirStack');
    new Mailfold(stack, 'Transactional');
    new Mailfold(stack, 'Marketing');
    const queues = Object.values(Template.fromStack(stack).findResources('AWS::SQS::Queue'));
    const names = queues.flatMap(({ Properties }) => Properties.QueueName ?? []);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(2);
  });

  it('tells the webhook URL of every provider that can post', () => {
    const { stack, mailfold } = synthesizeConstruct();
    expect(Object.keys(mailfold.webhookUrls)).toEqual(providerNames.filter((name) => name !== 'ses'));
    expect(stack.resolve(mailfold.webhookUrls['sendgrid'])).toEqual({
      'Fn::Join': ['', [stack.resolve(mailfold.apiUrl), '/webhooks/sendgrid']],
    });
  });

  it('takes its settings from props', () => {
    const { mailfold, propertiesOf, resourceOf, all } = synthesizeConstruct({
      dedupeWindow: Duration.days(20),
      statusRetention: Duration.days(50),
      signatureTolerance: Duration.minutes(2),
      logRetention: RetentionDays.ONE_WEEK,
      removalPolicy: RemovalPolicy.DESTROY,
      throttle: { burst: 7 },
    });
    expect(propertiesOf(mailfold.consumer).Environment.Variables).toMatchObject({
      DEDUPE_WINDOW_DAYS: '20',
      STATUS_RETENTION_DAYS: '50',
    });
    expect(propertiesOf(mailfold.receiver).Environment.Variables.SIGNATURE_TOLERANCE_SECONDS).toBe('120');
    expect(all('AWS::Logs::LogGroup').map(({ RetentionInDays }) => RetentionInDays)).toEqual(
      Array(9).fill(7),
    );
    expect(resourceOf(mailfold.messagesTable).DeletionPolicy).toBe('Delete');
    expect(all('AWS::ApiGatewayV2::Stage')).toMatchObject([
      { DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 7 } },
    ]);
  });
});

describe('the dedupe window', () => {
  const warningsFor = (dedupeWindow?: Duration) => {
    const mailfold = new Mailfold(new Stack(anApp(unbundled), 'TheirStack'), 'Mailfold', { dedupeWindow });
    return mailfold.node.metadata.filter(({ type }) => type === 'aws:cdk:warning').map(({ data }) => data);
  };

  it('is refused when it is shorter than providers retry', () => {
    expect(() => synthesizeConstruct({ dedupeWindow: Duration.days(2) })).toThrow(
      'expected a dedupe window of at least 3 days, found 2',
    );
  });

  it('comes with a warning when dead letters are kept for longer', () => {
    const warning = expect.stringContaining('an event redriven after day 13 may count twice');
    expect(warningsFor(Duration.days(13))).toEqual([warning]);
    expect(warningsFor(Duration.days(14))).toEqual([]);
    expect(warningsFor()).toEqual([]);
  });

  it('is refused when a message would lose its status before its events', () => {
    const statusRetention = Duration.days(29);
    expect(() => synthesizeConstruct({ statusRetention })).toThrow(
      'expected a status retention of at least the dedupe window, 30 days, found 29',
    );
  });
});

describe('a source of webhooks that the operator names', () => {
  it('has a URL of its own, and a name that no provider has', () => {
    const named = (name: string) => synthesizeConstruct({ standardWebhookSources: { [name]: {} } });
    expect(Object.keys(named('acme-mail').mailfold.webhookUrls)).toContain('acme-mail');
    expect(() => named('sendgrid')).toThrow('expected a source name that no provider has, found "sendgrid"');
    for (const name of ['Acme', 'a/b', '', 'x'.repeat(41)])
      expect(() => named(name)).toThrow(`found "${name}"`);
  });
});

describe('the permissions in the stack', () => {
  it('never allow all actions, nor all resources, except all objects under a prefix of the lake', () => {
    const { all } = withConfigurationSet;
    const statements: Statement[] = [
      ...all('AWS::IAM::Policy'),
      ...all('AWS::SQS::QueuePolicy'),
      ...all('AWS::SNS::TopicPolicy'),
    ].flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).not.toEqual([]);
    for (const { Action, Resource, Principal } of allowed) {
      const text = JSON.stringify([Action, Resource, Principal]);
      expect(text.replaceAll(/"\/(events|results|tidier|forgotten)\/\*"/g, '')).not.toContain('*');
    }
  });

  it('are never in a managed policy or inside a role', () => {
    for (const role of withConfigurationSet.all('AWS::IAM::Role')) {
      expect(role).not.toHaveProperty('ManagedPolicyArns');
      expect(role).not.toHaveProperty('Policies');
      expect(role.AssumeRolePolicyDocument.Statement).toMatchObject([
        { Principal: { Service: expect.stringMatching(/^(lambda|scheduler)\.amazonaws\.com$/) } },
      ]);
    }
  });
});

describe('what outlives the stack', () => {
  const page = readFileSync(new URL('../../docs/clean-up.md', import.meta.url), 'utf8');
  const full = synthesize({ encryptionKey: true, sesConfigurationSet: true });
  const resources: [string, { Type: string; DeletionPolicy?: string; UpdateReplacePolicy?: string }][] =
    Object.entries(full.template.toJSON().Resources);
  const kept = resources.filter(([, { DeletionPolicy }]) => DeletionPolicy?.startsWith('Retain'));

  it('is data, what reads it, and what senders name, and is not left behind by a first deployment that fails', () => {
    expect(kept.map(([, { Type }]) => Type).toSorted()).toEqual([
      'AWS::DynamoDB::Table',
      'AWS::DynamoDB::Table',
      'AWS::KMS::Key',
      'AWS::S3::Bucket',
      'AWS::SES::ConfigurationSet',
      'AWS::SecretsManager::Secret',
      'AWS::SecretsManager::Secret',
    ]);
    for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of kept)
      expect([id, DeletionPolicy, UpdateReplacePolicy]).toEqual([id, 'RetainExceptOnCreate', 'Retain']);
  });

  it('is named on the page that says how to remove it', () => {
    for (const [, { Type }] of kept) expect(page).toContain(`'${Type}'`);
  });
});

describe('the logs', () => {
  it('are kept for a month and deleted with the stack', () => {
    const groups = Object.values(deployed.template.findResources('AWS::Logs::LogGroup'));
    expect(groups).toHaveLength(9);
    for (const group of groups) {
      expect(group).toMatchObject({ DeletionPolicy: 'Delete', Properties: { RetentionInDays: 30 } });
    }
  });

  it('contain no lines of Lambda about runs that went well', () => {
    const functions = deployed.all('AWS::Lambda::Function');
    expect(functions).toHaveLength(8);
    const elsewhere = (value: string, inGovCloud: unknown = { Ref: 'AWS::NoValue' }) => ({
      'Fn::If': ['InGovCloud', inGovCloud, value],
    });
    for (const { LoggingConfig } of functions)
      expect(LoggingConfig).toEqual({
        LogGroup: expect.anything(),
        LogFormat: elsewhere('JSON', 'Text'),
        SystemLogLevel: elsewhere('WARN'),
        ApplicationLogLevel: elsewhere('INFO'),
      });
  });
});
