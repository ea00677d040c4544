import { readFileSync } from 'node:fs';
import { App, type AppProps, type CfnElement, Stack, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { IConstruct } from 'constructs';
import { Mailfold } from '../../lib/mailfold.ts';
import type { MailfoldProps } from '../../lib/mailfold-props.ts';
import { MailfoldStack } from '../../lib/mailfold-stack.ts';
import type { Settings } from '../../lib/settings.ts';

const cdkJson = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));

/** An app with the feature flags of cdk.json, so that its templates are those that would be deployed. */
export function anApp(context: Record<string, unknown> = {}, props: AppProps = {}) {
  const app = new App({ ...props, context: { ...cdkJson.context, ...context } });
  // Printed at every synthesis otherwise; test/lib/alarms.test.ts looks for it.
  Validations.of(app).acknowledge({ id: 'Annotation::mailfold:nobodyIsTold', reason: 'a test' });
  return app;
}

// Bundling takes seconds and changes nothing in a template but a hash.
export const unbundled = { 'aws:cdk:bundling-stacks': [] };

/** The stack, made from settings. */
export function synthesize(settings: Settings = {}, stackName = 'Mailfold') {
  const stack = new MailfoldStack(anApp(unbundled), stackName, { settings });
  return synthesized(stack, stack.mailfold);
}

/** The construct in another stack, with settings from its props. */
export function synthesizeConstruct(props?: MailfoldProps) {
  const stack = new Stack(anApp(unbundled), 'TheirStack');
  return synthesized(stack, new Mailfold(stack, 'Mailfold', props));
}

function synthesized(stack: Stack, mailfold: Mailfold) {
  const template = Template.fromStack(stack);
  const idOf = (construct: IConstruct) => stack.getLogicalId(construct.node.defaultChild as CfnElement);
  const resourceOf = (construct: IConstruct) => template.toJSON().Resources[idOf(construct)];
  return {
    stack,
    mailfold,
    template,
    resourceOf,
    propertiesOf: (construct: IConstruct) => resourceOf(construct).Properties,
    refTo: (construct: IConstruct) => ({ Ref: idOf(construct) }),
    arnOf: (construct: IConstruct) => ({ 'Fn::GetAtt': [idOf(construct), 'Arn'] }),
    /** All resources of a type, their properties only. */
    all: (type: string) =>
      Object.values(template.findResources(type)).map((resource) => resource['Properties']),
  };
}

export type Synthesized = ReturnType<typeof synthesize>;

/** CloudWatch charges for each metric that an alarm watches. */
export function watchedMetrics({ all }: Pick<Synthesized, 'all'>): number {
  const metricsOf = (Metrics?: { MetricStat?: unknown }[]) =>
    Metrics?.filter(({ MetricStat }) => MetricStat !== undefined).length ?? 1;
  return all('AWS::CloudWatch::Alarm').reduce((sum, { Metrics }) => sum + metricsOf(Metrics), 0);
}

export interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: unknown;
  Principal?: unknown;
  Condition?: unknown;
}

/** The statements of the policy that is attached to a queue or topic. */
export function resourcePolicyOf(world: Synthesized, construct: IConstruct): Statement[] {
  const target = JSON.stringify(world.refTo(construct));
  const policies = [...world.all('AWS::SQS::QueuePolicy'), ...world.all('AWS::SNS::TopicPolicy')].filter(
    ({ Queues, Topics }) => JSON.stringify(Queues ?? Topics).includes(target),
  );
  if (policies.length !== 1) throw new Error(`expected one policy, found ${policies.length}`);
  return policies[0].PolicyDocument.Statement;
}

/** The statements of a function's role. */
export function statementsOf(world: Synthesized, fn: IConstruct): Statement[] {
  const role = world.propertiesOf(fn).Role['Fn::GetAtt'][0];
  const { ManagedPolicyArns, Policies } = world.template.toJSON().Resources[role].Properties;
  if (ManagedPolicyArns || Policies) throw new Error('expected a role without managed or inline policies');
  return world
    .all('AWS::IAM::Policy')
    .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref === role))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement as Statement[]);
}

/** The permissions of a function's role, one line per action and resource. */
export function grantsOf(world: Synthesized, fn: IConstruct): { action: string; on: unknown }[] {
  return statementsOf(world, fn)
    .flatMap((statement) => {
      if (statement.Effect !== 'Allow') throw new Error(`expected Allow, found ${statement.Effect}`);
      return [statement.Action]
        .flat()
        .flatMap((action) => [statement.Resource].flat().map((on) => ({ action, on })));
    })
    .sort((a, b) => a.action.localeCompare(b.action));
}
