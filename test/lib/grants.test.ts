import { readFileSync } from 'node:fs';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AccountPrincipal, Role } from 'aws-cdk-lib/aws-iam';
import { describe, expect, it } from 'vitest';
import { routes } from '../../lambdas/api/routes.ts';
import { operatorRights } from '../../lib/command-rights.ts';
import { Mailfold } from '../../lib/index.ts';
import type { MailfoldProps } from '../../lib/mailfold-props.ts';
import { permissionsPage } from '../../lib/permissions-page.ts';
import { anApp, type Statement, unbundled } from './synthesize.ts';

/** The statements that a role of the app gets. */
function statementsAfter(
  grant: (mailfold: Mailfold, role: Role) => void,
  props?: MailfoldProps,
): Statement[] {
  const stack = new Stack(anApp(unbundled), 'Shop');
  const role = new Role(stack, 'Caller', { assumedBy: new AccountPrincipal('111122223333') });
  grant(new Mailfold(stack, 'Mail', props), role);
  const policies = Object.values(Template.fromStack(stack).findResources('AWS::IAM::Policy'));
  const [ours] = policies.filter(({ Properties }) => JSON.stringify(Properties.Roles).includes('Caller'));
  return ours?.['Properties'].PolicyDocument.Statement;
}

const pathsIn = (statements: Statement[]) =>
  statements.flatMap(({ Resource }) =>
    [Resource].flat().map((arn) => JSON.stringify(arn).replace(/^.*"\/\*(\/[^"]+)".*$/, '$1')),
  );

/** IAM's * stands for slashes too, so every route is asked for. */
function allowedBy(statements: Statement[]) {
  const patterns = pathsIn(statements).map(
    (path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '.*')}$`),
  );
  return routes.filter(({ method, path }) => patterns.some((pattern) => pattern.test(`/${method}${path}`)));
}

const isOneOf = (list: readonly string[], value: string) => list.includes(value);

describe('the grants of the construct', () => {
  it.each([
    ['grantRead', ['reader', 'stats'], ['viewer']],
    ['grantWrite', ['writer'], ['support']],
  ] as const)('%s allows exactly the routes of its kind', (method, servedBy, roles) => {
    const statements = statementsAfter((mailfold, role) => mailfold[method](role));
    expect(statements.map(({ Action }) => Action)).toEqual(['execute-api:Invoke']);
    const allowed = allowedBy(statements);
    const wanted = routes.filter((route) => isOneOf(servedBy, route.servedBy) && isOneOf(roles, route.role));
    expect(allowed.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
  });

  it.each([
    ['viewer', ['viewer']],
    ['support', ['viewer', 'support']],
    ['operator', ['viewer', 'support', 'operator']],
  ] as const)(
    'grantConsole allows a %s the routes of their role, and events as they are stored',
    (role, held) => {
      const statements = statementsAfter((mailfold, who) => mailfold.grantConsole(who, role));
      expect(allowedBy(statements).map(({ id }) => id)).toEqual(
        routes.filter((route) => isOneOf(held, route.role)).map(({ id }) => id),
      );
      const actions = statements.flatMap(({ Action }) => Action).toSorted();
      expect(actions).toEqual([
        'cloudformation:DescribeStacks',
        'dynamodb:DescribeStream',
        'dynamodb:DescribeTable',
        'dynamodb:GetRecords',
        'dynamodb:GetShardIterator',
        'execute-api:Invoke',
      ]);
    },
  );

  it('grantRead does not show events as the provider sent them', () => {
    const paths = pathsIn(statementsAfter((mailfold, role) => mailfold.grantRead(role)));
    expect(paths).toContain('/GET/v1/messages/*');
    expect(paths.filter((path) => /payloads|bodies/.test(path))).toEqual([]);
  });

  it('grantOperate allows what the commands do, and no more', () => {
    const statements = statementsAfter((mailfold, role) => mailfold.grantOperate(role), {
      eventBus: true,
      webhooks: [{ name: 'shop', url: 'https://shop.example.com/hooks' }],
    });
    const allowed = new Set(statements.flatMap(({ Action }) => [Action].flat()));
    expect([...allowed].toSorted()).toEqual([...new Set(Object.values(operatorRights).flat())].toSorted());
    for (const { Action, Resource } of statements.filter((each) => each.Resource === '*'))
      expect([Action, Resource]).toEqual([operatorRights.all, '*']);
    expect(JSON.stringify(statements)).toContain(':stack/Shop/*');
  });

  it('grantOperate allows nothing on a lake that does not exist', () => {
    const statements = statementsAfter((mailfold, role) => mailfold.grantOperate(role), { lake: false });
    expect(JSON.stringify(statements)).not.toContain('s3:');
  });

  it('grantOperate allows nothing on endpoints and a bus that do not exist', () => {
    const statements = statementsAfter((mailfold, role) => mailfold.grantOperate(role));
    expect(JSON.stringify(statements)).not.toMatch(/mailfold-listen|Deliveries/);
  });

  it('grantOperate includes the use of the KMS key, through the services', () => {
    const statements = statementsAfter((mailfold, role) => mailfold.grantOperate(role), {
      encryptionKey: true,
    });
    const uses = statements.filter(({ Action }) =>
      [Action].flat().some((action) => action.startsWith('kms:')),
    );
    expect(uses).toHaveLength(5);
    for (const { Condition } of uses) expect(JSON.stringify(Condition)).toContain('kms:ViaService');
  });
});

/** The length of a policy as IAM counts it, with names as CloudFormation makes them. */
function lengthOf(statements: readonly Statement[]): number {
  const spelled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(spelled);
    if (typeof value !== 'object' || value === null) return value;
    const { Ref: ref, 'Fn::GetAtt': of, 'Fn::Join': join } = value as Record<string, never>;
    const pseudo: Record<string, string> = {
      'AWS::AccountId': '111122223333',
      'AWS::Region': 'ap-southeast-2',
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
    };
    const named = (id: string) => `MailStack-${id}-ABCDEFGHIJKL`;
    if (ref) return pseudo[ref] ?? named(ref);
    if (of) return `arn:aws:dynamodb:ap-southeast-2:111122223333:table/${named(of[0])}`;
    if (join) return (spelled(join[1]) as string[]).join(join[0]);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spelled(each)]));
  };
  return JSON.stringify({ Version: '2012-10-17', Statement: spelled(statements) }).length;
}

describe('the policy of an operator', () => {
  const webhooks = ['shop', 'crm'].map((name) => ({ name, url: `https://${name}.example.com/hooks` }));
  const lengthWith = (props: MailfoldProps) =>
    lengthOf(statementsAfter((mailfold, role) => mailfold.grantOperate(role), props));

  it('fits into a managed policy, also with a key', () => {
    expect(lengthWith({ encryptionKey: true })).toBeLessThanOrEqual(6_144);
  });

  it('fits into a role with everything that a stack can have, as docs/own-cdk-app.md says', () => {
    const length = lengthWith({ encryptionKey: true, eventBus: true, webhooks });
    expect(length).toBeLessThanOrEqual(10_240);
  });
});

describe('the page about permissions', () => {
  it('is what the list of rights makes of it; npm run permissions writes it', () => {
    const page = readFileSync(new URL('../../docs/permissions.md', import.meta.url), 'utf8');
    expect(page).toBe(permissionsPage());
  });
});
