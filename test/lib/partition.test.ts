import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { MailfoldStack } from '../../lib/mailfold-stack.ts';
import type { Settings } from '../../lib/settings.ts';
import { anApp, unbundled } from './synthesize.ts';

const settings: Settings = {
  encryptionKey: true,
  rollout: 'canary',
  alarmEmail: 'ops@example.com',
  silentAfterMinutes: { sendgrid: 60 },
};

/** Synthesized for a known region, the CDK also checks that every type of resource exists there. */
function deployedTo(region: string, more: Settings = {}) {
  const env = { account: '111122223333', region };
  const all = { ...settings, ...more };
  return Template.fromStack(new MailfoldStack(anApp(unbundled), 'Mailfold', { env, settings: all })).toJSON();
}

/** What CloudFormation makes of the template in a partition. */
function resolvedIn(partition: string, region: string, urlSuffix: string, template: object): string {
  const values: Readonly<Record<string, string>> = {
    'AWS::Partition': partition,
    'AWS::Region': region,
    'AWS::URLSuffix': urlSuffix,
  };
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (value === null || typeof value !== 'object') return value;
    const { Ref, 'Fn::Join': join, 'Fn::If': choice } = value as Record<string, unknown>;
    if (typeof Ref === 'string') return values[Ref] ?? value;
    if (Array.isArray(choice)) {
      const isThere = { InChina: partition === 'aws-cn', InGovCloud: partition === 'aws-us-gov' };
      const [condition, there, elsewhere] = choice;
      return resolve(isThere[condition as keyof typeof isThere] ? there : elsewhere);
    }
    const resolved = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each)]));
    if (!Array.isArray(join)) return resolved;
    const [separator, parts] = resolved['Fn::Join'] as [string, unknown[]];
    return parts.every((part) => typeof part === 'string') ? parts.join(separator) : resolved;
  };
  return JSON.stringify(resolve(template));
}

describe.each([
  ['aws-cn', 'cn-north-1', 'amazonaws.com.cn'],
  ['aws-us-gov', 'us-gov-west-1', 'amazonaws.com'],
  ['aws', 'eu-west-1', 'amazonaws.com'],
])('in the partition %s', (partition, region, suffix) => {
  const template = deployedTo(region);
  const text = resolvedIn(partition, region, suffix, template);

  it('every ARN is one of that partition', () => {
    const partitions = [...text.matchAll(/\barn:([a-z-]+)[:"]/g)].map(([, found]) => found);
    expect(partitions.length).toBeGreaterThan(5);
    expect(new Set(partitions)).toEqual(new Set([partition]));
  });

  it('every service has the principal that it has there', () => {
    const principals = [...text.matchAll(/"(?:Service|Principal)":(\[[^\]]*\]|"[^"]*")/g)].flatMap(
      ([, found = '[]']) => [JSON.parse(found)].flat() as string[],
    );
    const global = ['apigateway', 'cloudwatch', 'codedeploy', 'lambda', 'scheduler', 'sns'].map(
      (name) => `${name}.amazonaws.com`,
    );
    // The logs are regional, and there is no SES in China.
    const expected = [
      ...global,
      `logs.${region}.${suffix}`,
      ...(partition === 'aws-cn' ? [] : ['ses.amazonaws.com']),
    ];
    expect([...new Set(principals)].filter((name) => name !== '*').toSorted()).toEqual(expected.toSorted());
  });

  it('no other name of a host is written down, except in conditions that fit all partitions', () => {
    const others = [...text.matchAll(/"([^"]*amazonaws\.com[^"]*)"/g)]
      .map(([, found = '']) => found)
      .filter((found) => !/^[a-z]+\.amazonaws\.com$/.test(found) && found !== `logs.${region}.${suffix}`);
    expect([...new Set(others)].toSorted()).toEqual([
      `dynamodb.${region}.amazonaws.com*`,
      `s3.${region}.amazonaws.com*`,
      // The CDK adds it to the policy of the key, where the account may use the key anyway.
      `secretsmanager.${region}.amazonaws.com`,
      `secretsmanager.${region}.amazonaws.com*`,
      `sqs.${region}.amazonaws.com*`,
    ]);
  });

  it('functions log in JSON where Lambda can', () => {
    const configs = [...text.matchAll(/"LoggingConfig":(\{[^}]*\}[^}]*\})/g)].map(([, found]) => found ?? '');
    expect(configs).toHaveLength(8);
    for (const config of configs) {
      const hasJson = partition !== 'aws-us-gov';
      expect(config.includes('"LogFormat":"JSON"')).toBe(hasJson);
      expect(config.includes('"SystemLogLevel":"WARN"')).toBe(hasJson);
      expect(config.includes('"ApplicationLogLevel":"INFO"')).toBe(hasJson);
    }
  });
});

describe('the sign-in page of the hosted console', () => {
  it.each([
    ['aws', 'eu-west-1', 'auth'],
    ['aws-us-gov', 'us-gov-west-1', 'auth-fips'],
  ])('has the host that Cognito gives it in the partition %s', (partition, region, auth) => {
    const text = resolvedIn(partition, region, 'amazonaws.com', deployedTo(region, { console: true }));
    // The prefix is known only when it is deployed, so what follows it stays in parts.
    const host = /\.(auth[a-z-]*\.[a-z0-9-]+\.amazoncognito\.com)/.exec(text.replaceAll('","', ''));
    expect(host?.[1]).toBe(`${auth}.${region}.amazoncognito.com`);
  });

  it('is refused at synthesis in China, because there are no user pools', () => {
    expect(() => deployedTo('cn-north-1', { console: true })).toThrow(
      'expected console with consoleIssuer in cn-north-1',
    );
    const own = { console: true, consoleIssuer: 'https://login.example.cn', consoleClientId: 'console' };
    expect(() => deployedTo('cn-north-1', own)).not.toThrow();
  });
});

describe('in China', () => {
  it('a configuration set is refused at synthesis, because there is no SES', () => {
    for (const asked of [{ sesConfigurationSet: true }, { existingSesConfigurationSet: 'mail' }])
      expect(() => deployedTo('cn-north-1', asked)).toThrow('because that service does not exist there');
    expect(() => deployedTo('us-gov-west-1', { sesConfigurationSet: true })).not.toThrow();
  });
});
