import { describe, expect, it } from 'vitest';
import { synthesize } from './synthesize.ts';

type Resource = {
  Type: string;
  Properties: Record<string, unknown>;
  UpdatePolicy?: Record<string, unknown>;
  DependsOn?: string[];
};

const resourcesOf = ({ template }: ReturnType<typeof synthesize>): [string, Resource][] =>
  Object.entries(template.toJSON().Resources);
const atOnce = resourcesOf(synthesize());
const world = synthesize({ rollout: 'canary' });
const canary = resourcesOf(world);
const ofType = (type: string) => canary.filter(([, { Type }]) => Type === type);
const aliases = ofType('AWS::Lambda::Alias').map(([id]) => id);

/** The logical ids that a value refers to. */
const referredIn = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)].map(([, id = '']) => id);

const valueAt = (properties: Record<string, unknown>, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], properties);

describe('a canary rollout', () => {
  it('gives every function an alias, and the tenth of its events to a new version for five minutes', () => {
    expect(aliases).toHaveLength(ofType('AWS::Lambda::Function').length);
    for (const [, { Properties, UpdatePolicy }] of ofType('AWS::Lambda::Alias')) {
      expect(Properties['Name']).toBe('live');
      expect(UpdatePolicy).toMatchObject({ CodeDeployLambdaAliasUpdate: {} });
    }
    for (const [, { Properties }] of ofType('AWS::CodeDeploy::DeploymentGroup'))
      expect(Properties['DeploymentConfigName']).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
  });

  it('goes back if the new version fails, and looks at the errors of no other version', () => {
    const groups = ofType('AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(aliases.length);
    for (const [, { Properties }] of groups) {
      expect(Properties['AutoRollbackConfiguration']).toEqual({
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
      });
      const [alarmId = ''] = referredIn(Properties['AlarmConfiguration']);
      const alarm = Object.fromEntries(canary)[alarmId]?.Properties ?? {};
      const [version] = referredIn(alarm['AlarmName']);
      expect(Object.fromEntries(canary)[version ?? '']?.Type).toBe('AWS::Lambda::Version');
      expect(alarm).toMatchObject({ MetricName: 'Errors', Threshold: 1, TreatMissingData: 'notBreaching' });
      expect(alarm['Dimensions']).toContainEqual({
        Name: 'ExecutedVersion',
        Value: { 'Fn::GetAtt': [version, 'Version'] },
      });
    }
  });

  it('goes back if the new version answers although something failed, which is no error to Lambda', () => {
    const watched = ofType('AWS::CodeDeploy::DeploymentGroup').flatMap(([, { Properties }]) => {
      const alarms = referredIn(Properties['AlarmConfiguration']).map(
        (id) => Object.fromEntries(canary)[id]?.Properties,
      );
      const own = alarms.find((alarm) => alarm?.['MetricName'] === 'Failed');
      return own ? [own] : [];
    });
    const folders = watched.map(({ Namespace, AlarmName, Dimensions }) => {
      expect(Namespace).toBe('Mailfold');
      expect(Dimensions).toEqual([
        { Name: 'function', Value: { Ref: expect.stringMatching(/Function|Reader|Writer/) } },
        { Name: 'version', Value: { 'Fn::GetAtt': [expect.stringContaining('Version'), 'Version'] } },
      ]);
      return /failures of ([\w-]+)/.exec(JSON.stringify(AlarmName))?.[1];
    });
    expect(folders.toSorted()).toEqual([
      'api-operator',
      'api-reader',
      'api-stats',
      'api-writer',
      'consumer',
      'receiver',
    ]);
  });

  it('announces nothing: the deployment fails, and whoever deploys sees it', () => {
    const alarms = ofType('AWS::CloudWatch::Alarm').filter(([, { Properties }]) =>
      JSON.stringify(Properties['AlarmName']).includes('(rollout)'),
    );
    expect(alarms.length).toBeGreaterThan(aliases.length);
    for (const [, { Properties }] of alarms) expect(Properties['AlarmActions']).toBeUndefined();
  });

  it.each([
    ['AWS::Lambda::EventSourceMapping', 'FunctionName'],
    ['AWS::Scheduler::Schedule', 'Target.Arn'],
    ['AWS::ApiGatewayV2::Integration', 'IntegrationUri'],
    ['AWS::Lambda::Permission', 'FunctionName'],
  ])('leaves no %s that calls a function past its alias', (type, property) => {
    expect(ofType(type).length).toBeGreaterThan(0);
    for (const [, { Properties }] of ofType(type))
      expect(aliases).toEqual(expect.arrayContaining(referredIn(valueAt(Properties, property))));
  });

  it('can be switched on and off: the mapping of the queue and the routes stay the same resources', () => {
    const lasting = /EventSourceMapping|ApiGatewayV2|DynamoDB|SQS|SNS|Lambda::Function|Secret|LogGroup/;
    const idsIn = (resources: [string, Resource][]) =>
      resources.filter(([, { Type }]) => lasting.test(Type)).map(([id]) => id);
    expect(idsIn(canary)).toEqual(idsIn(atOnce));
  });

  it('is not part of a stack that does not ask for it', () => {
    expect(atOnce.filter(([, { Type }]) => /CodeDeploy|Alias|Lambda::Version/.test(Type))).toEqual([]);
  });

  it('names the alias in the output that doctor finds the mapping by', () => {
    const { ConsumerFunctionName } = world.template.toJSON().Outputs;
    expect(JSON.stringify(ConsumerFunctionName)).toContain(':live');
  });
});

describe.each([
  ['at once', atOnce],
  ['by canary', canary],
])('a function that is rolled out %s', (_, resources) => {
  it('allows the API to call it before the API does', () => {
    const permissions = resources.filter(([, { Type }]) => Type === 'AWS::Lambda::Permission');
    const integrations = resources.filter(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Integration');
    expect(integrations.length).toBeGreaterThan(2);
    for (const [, { DependsOn }] of integrations)
      expect(DependsOn).toEqual(expect.arrayContaining(permissions.map(([id]) => id)));
  });
});
