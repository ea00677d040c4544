import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { Mailfold } from '../../lib/index.ts';
import { MailfoldStack } from '../../lib/mailfold-stack.ts';
import type { Settings } from '../../lib/settings.ts';
import { anApp, unbundled } from './synthesize.ts';

/** Where two equal names would meet. */
type Meets =
  /** In all regions of an account. */
  | 'account'
  | 'region'
  /** Only within another resource of the same stack. */
  | 'parent'
  /** Nowhere: the name is only shown. */
  | 'nowhere'
  /** Chosen by the operator, who chooses another one for a second stack. */
  | 'operator';

/** Every name that the template gives to a resource. CloudFormation makes up all others, from the stack's name and chance. */
const knownNames: Readonly<Record<string, Meets>> = {
  // arn:aws:cloudwatch::111122223333:dashboard/NAME has no region.
  'AWS::CloudWatch::Dashboard DashboardName': 'account',
  'AWS::CloudWatch::Alarm AlarmName': 'region',
  // Metric alarms and composite alarms share their names.
  'AWS::CloudWatch::CompositeAlarm AlarmName': 'region',
  // The metric that the alarm watches: its dimensions name the stack or a resource of it.
  'AWS::CloudWatch::Alarm MetricName': 'nowhere',
  'AWS::Events::EventBus Name': 'region',
  'AWS::SQS::Queue QueueName': 'region',
  'AWS::Logs::LogGroup LogGroupName': 'region',
  'AWS::Athena::WorkGroup Name': 'region',
  // API Gateway identifies an API by a generated id, and a name may occur twice.
  'AWS::ApiGatewayV2::Api Name': 'nowhere',
  'AWS::ApiGatewayV2::Stage StageName': 'parent',
  // An inline policy of one role.
  'AWS::IAM::Policy PolicyName': 'parent',
  'AWS::SNS::Topic DisplayName': 'nowhere',
  'AWS::SES::ConfigurationSet Name': 'operator',
  'AWS::ApiGatewayV2::DomainName DomainName': 'operator',
  'AWS::CertificateManager::Certificate DomainName': 'operator',
  'AWS::Route53::RecordSet Name': 'operator',
  'AWS::Lambda::Alias Name': 'parent',
  'AWS::Glue::Database DatabaseInput.Name': 'region',
  'AWS::Glue::Table TableInput.Name': 'parent',
  // Its beginning is the random part of the stack's id, so it is unique among all accounts.
  'AWS::Cognito::UserPool UserPoolName': 'nowhere',
  'AWS::Cognito::UserPoolResourceServer Name': 'parent',
  'AWS::Cognito::UserPoolGroup GroupName': 'parent',
  'AWS::ApiGatewayV2::Authorizer Name': 'parent',
  // One that AWS provides.
  'AWS::CodeDeploy::DeploymentGroup DeploymentConfigName': 'nowhere',
};

type Resources = Readonly<Record<string, { Type: string; Properties?: Record<string, unknown> }>>;
type Name = { readonly of: string; readonly name: string };

/** The names in a template that is deployed to a region. References to other resources are no names of their own. */
function namesIn(template: Template, region: string): Name[] {
  const resources: Resources = template.toJSON().Resources;
  return Object.values(resources).flatMap(({ Type, Properties = {} }) =>
    [...Object.entries(Properties), ...innerNames(Properties)]
      .filter(([key, value]) => /Name$/.test(key) && !isReference(value))
      .map(([key, value]) => ({ of: `${Type} ${key}`, name: textOf(value, region) })),
  );
}

/** Glue has the names of databases and tables one level deeper. */
function innerNames(properties: Readonly<Record<string, unknown>>): [string, unknown][] {
  return ['DatabaseInput', 'TableInput'].flatMap((key): [string, unknown][] => {
    const { Name } = (properties[key] ?? {}) as { Name?: unknown };
    return Name === undefined ? [] : [[`${key}.Name`, Name]];
  });
}

/** Also a name that begins with a reference: `FUNCTION:live`. */
function isReference(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { 'Fn::Join': join } = value as { 'Fn::Join'?: [string, unknown[]] };
  return join ? typeof join[1][0] === 'object' : 'Ref' in value || 'Fn::GetAtt' in value;
}

function textOf(value: unknown, region: string): string {
  const parts = (value as { 'Fn::Join'?: [string, unknown[]] })['Fn::Join']?.[1] ?? [value];
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const { 'Fn::GetAtt': attribute } = part as { 'Fn::GetAtt'?: [string, string] };
      // The number of a function's version: the rest of the name tells the functions and stacks apart.
      if (attribute?.[1] === 'Version') return 'VERSION';
      expect(part).toEqual({ Ref: 'AWS::Region' });
      return region;
    })
    .join('');
}

/** What the metrics of one Mailfold have in common, and no other may have in the same region. */
function metricsIn(template: Template): string[] {
  const functions = Object.values(template.findResources('AWS::Lambda::Function'));
  const dimensions = functions.flatMap(
    ({ Properties }) => Properties.Environment.Variables.MAILFOLD_NAME ?? [],
  );
  const filters = Object.values(template.findResources('AWS::Logs::MetricFilter'));
  const namespaces = filters.flatMap(({ Properties }) =>
    Properties.MetricTransformations.map(
      ({ MetricNamespace }: { MetricNamespace: string }) => MetricNamespace,
    ),
  );
  return [...new Set([...dimensions, ...namespaces])];
}

const everySetting = {
  sesConfigurationSet: 'transactional',
  eventBus: true,
  webhooks: [{ name: 'shop', url: 'https://shop.example.com/hooks', types: ['email.bounced'] }],
  alarmEmail: 'ops@example.com',
  silentAfterMinutes: { sendgrid: 60, ses: 60 },
  standardWebhookSources: { acme: {} },
  encryptionKey: true,
  rollout: 'canary',
  domainName: 'hooks.example.com',
  hostedZoneId: 'Z0123456789',
  console: true,
} as const;

function aStack(stackName: string, settings: Settings): Template {
  return Template.fromStack(new MailfoldStack(anApp(unbundled), stackName, { settings }));
}

function meeting(names: readonly Name[], ...where: Meets[]): string[] {
  return names
    .filter(({ of }) => where.includes(knownNames[of] ?? 'account'))
    .map(({ of, name }) => `${of.replace('CompositeAlarm', 'Alarm')}: ${name}`);
}

function common(some: readonly string[], others: readonly string[]): string[] {
  return some.filter((each) => others.includes(each));
}

describe.each([
  ['as it comes', {}],
  ['with every setting', everySetting],
])('a stack %s', (_, settings) => {
  const here = aStack('Mailfold', settings);
  const names = namesIn(here, 'eu-west-1');

  it('gives no resource a name that is not known here', () => {
    expect([...new Set(names.map(({ of }) => of))].filter((of) => !knownNames[of])).toEqual([]);
    expect(names.length).toBeGreaterThan(15);
  });

  it('gives no two resources the same name', () => {
    const meet = meeting(names, 'account', 'region');
    expect(new Set(meet).size).toBe(meet.length);
  });

  it('can live beside one with another name in the same account and region', () => {
    const other = namesIn(aStack('Second', settings), 'eu-west-1');
    const [ours, theirs] = [names, other].map((each) => meeting(each, 'account', 'region'));
    expect(common(ours ?? [], theirs ?? [])).toEqual([]);
    expect(common(metricsIn(here), metricsIn(aStack('Second', settings)))).toEqual([]);
  });

  it('can live beside one with the same name in another region of the account', () => {
    const elsewhere = meeting(namesIn(here, 'us-east-1'), 'account');
    expect(elsewhere.length).toBeGreaterThan(0);
    expect(common(meeting(names, 'account'), elsewhere)).toEqual([]);
  });

  it('exports nothing: the names of exports are unique in a region', () => {
    const outputs: { Export?: unknown }[] = Object.values(here.toJSON().Outputs);
    expect(outputs.filter(({ Export }) => Export)).toEqual([]);
  });
});

describe('two Mailfolds in one stack', () => {
  const stack = new Stack(anApp(unbundled), 'Shop');
  const both = ['Transactional', 'Marketing'].map(
    (id) => new Mailfold(stack, id, { alarms: { email: 'ops@example.com' }, encryptionKey: true }),
  );
  const template = Template.fromStack(stack);

  it('have names of their own', () => {
    expect(both.map(({ name }) => name)).toEqual(['Shop_Transactional', 'Shop_Marketing']);
    const meet = meeting(namesIn(template, 'eu-west-1'), 'account', 'region');
    expect(new Set(meet).size).toBe(meet.length);
    expect(template.findResources('AWS::CloudWatch::Dashboard')).not.toEqual({});
  });

  it('can be told apart where names need not differ: the API of each is called after it', () => {
    const apis = Object.values(template.findResources('AWS::ApiGatewayV2::Api'));
    expect(apis.map(({ Properties }) => Properties.Name)).toEqual([
      'Shop_Transactional-webhooks',
      'Shop_Marketing-webhooks',
    ]);
  });
});

describe('two stacks of one app, in two regions', () => {
  it('synthesize together, although both are called Mailfold', () => {
    const app = new App({ context: unbundled });
    const regions = ['eu-west-1', 'us-east-1'];
    const stacks = regions.map(
      (region) =>
        new MailfoldStack(app, `In-${region}`, {
          stackName: 'Mailfold',
          env: { account: '111122223333', region },
        }),
    );
    const dashboards = stacks.map((stack) => stack.resolve(stack.mailfold.dashboardName));
    const [first, second] = dashboards.map((name, index) => textOf(name, regions[index] ?? ''));
    expect([first, second]).toEqual(['Mailfold-eu-west-1', 'Mailfold-us-east-1']);
    expect(app.synth().stacks).toHaveLength(2);
  });
});
