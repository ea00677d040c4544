import { createHash } from 'node:crypto';
import { CannotStart } from './cannot-start.ts';
import { account, region } from './clients.ts';
import { createResolver, type Resolve } from './intrinsics.ts';
import type { Resource, StackTemplate } from './template.ts';

/** Where the two servers of the local stack listen: known before any resource is made, as names contain them. */
export type Origins = { readonly apiUrl: string; readonly awsEndpoint: string };

export type LocalResource = {
  readonly logicalId: string;
  readonly type: string;
  readonly name: string;
  readonly arn: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** One property, resolved. Others may point at things that have no local counterpart, so each is read alone. */
  property<T>(name: string): T | undefined;
};

export type Resources = {
  readonly ignored: readonly string[];
  readonly resolve: Resolve;
  ofType(...types: string[]): LocalResource[];
  /** By construct path or logical id: `EventQueueDeadLetters` finds EventQueueDeadLetters1A2B3C4D. */
  find(prefix: string, ...types: string[]): LocalResource;
};

type Identity = { name: string; arn: string; ref: string; attributes: Readonly<Record<string, string>> };

export const tableTypes = ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'];

const supported = new Set([
  ...tableTypes,
  'AWS::SQS::Queue',
  'AWS::SNS::Topic',
  'AWS::SNS::Subscription',
  'AWS::SecretsManager::Secret',
  'AWS::Lambda::Function',
  'AWS::Lambda::EventSourceMapping',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Stage',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Integration',
]);

/** Permissions, dashboards and the like: without them an event takes the same way, so a local run leaves them out. */
const withoutLocalEffect = [
  /^AWS::IAM::/,
  /^AWS::KMS::/,
  /^AWS::CloudWatch::/,
  /^AWS::SES::/,
  /^AWS::Logs::(LogGroup|LogStream|MetricFilter|QueryDefinition|ResourcePolicy)$/,
  /^AWS::(SQS::QueuePolicy|SNS::TopicPolicy|Lambda::Permission|SecretsManager::ResourcePolicy|CDK::Metadata)$/,
  /^AWS::ApiGatewayV2::(DomainName|ApiMapping)$/,
];

/** A subscription by mail: whoever runs the stack locally sees its alarms, if any, on the terminal. */
function isToAPerson({ Type: type, Properties: properties }: Resource): boolean {
  return type === 'AWS::SNS::Subscription' && properties?.['Protocol'] === 'email';
}

export function registerResources(
  template: StackTemplate,
  origins: Origins,
  options: { readonly namePrefix?: string; readonly parameters?: Readonly<Record<string, string>> } = {},
): Resources {
  const identities = new Map<string, Identity>();
  const resolveRaw = createResolver(
    {
      ref: (name) =>
        identities.get(name)?.ref ?? options.parameters?.[name] ?? parameterDefault(template, name),
      attribute(logicalId, attribute) {
        const identity = identities.get(logicalId);
        if (!identity) throw new Error(`Fn::GetAtt: the template has no resource named ${logicalId}`);
        return identity.attributes[attribute] ?? `${identity.name}.${attribute}`;
      },
      condition: (name) => template.conditions[name],
    },
    template.stackName,
  );
  const resolve: Resolve = (value) => mapStrings(resolveRaw(value), localizer(origins));

  const unsupported: string[] = [];
  const ignored: string[] = [];
  const known: LocalResource[] = [];
  for (const [logicalId, resource] of Object.entries(template.resources)) {
    const identity = identify(logicalId, resource, template.stackName, origins, options.namePrefix ?? '');
    identities.set(logicalId, identity);
    if (resource.Condition && !resolveRaw({ Condition: resource.Condition })) continue;
    if (isToAPerson(resource)) {
      ignored.push(resource.Type);
    } else if (supported.has(resource.Type)) {
      known.push({
        logicalId,
        type: resource.Type,
        name: identity.name,
        arn: identity.arn,
        metadata: resource.Metadata ?? {},
        property: <T>(name: string) => resolve(resource.Properties?.[name]) as T | undefined,
      });
    } else if (withoutLocalEffect.some((pattern) => pattern.test(resource.Type))) {
      ignored.push(resource.Type);
    } else {
      unsupported.push(`${logicalId} (${resource.Type})`);
    }
  }
  if (unsupported.length > 0) {
    throw new CannotStart(
      `the local stack has no counterpart for ${unsupported.join(', ')}; teach local/resources.ts to run or to ignore it`,
    );
  }

  const ofType = (...types: string[]) => known.filter(({ type }) => types.includes(type));
  return { ignored, resolve, ofType, find: (prefix, ...types) => findOne(ofType(...types), prefix, types) };
}

function findOne(candidates: LocalResource[], prefix: string, types: string[]): LocalResource {
  // The CDK ends each logical id with eight hex digits of a hash.
  const exact = candidates.filter(({ logicalId }) => logicalId.replace(/[0-9A-F]{8}$/, '') === prefix);
  const matching =
    exact.length > 0 ? exact : candidates.filter(({ logicalId }) => logicalId.startsWith(prefix));
  const [found] = matching;
  if (found && matching.length === 1) return found;
  const names = candidates.map(({ logicalId }) => logicalId).join(', ');
  throw new Error(
    `expected one ${types.join(' or ')} named ${prefix}…, found ${matching.length} among: ${names}`,
  );
}

function identify(
  logicalId: string,
  { Type: type, Properties: properties = {} }: Resource,
  stackName: string,
  origins: Origins,
  namePrefix: string,
): Identity {
  const given = (property: string) => {
    const value = properties[property];
    return typeof value === 'string' ? value : undefined;
  };
  const generated = `${stackName}-${logicalId}`;
  const simple = (name: string, arn: string, attributes: Record<string, string> = {}): Identity => ({
    name,
    arn,
    ref: name,
    attributes: { Arn: arn, ...attributes },
  });
  const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`;
  switch (type) {
    case 'AWS::DynamoDB::Table':
    case 'AWS::DynamoDB::GlobalTable': {
      const name = `${namePrefix}${given('TableName') ?? generated}`;
      return simple(name, arn('dynamodb', `table/${name}`));
    }
    case 'AWS::SQS::Queue': {
      const name = atMost(80, given('QueueName') ?? generated);
      // Its origin is the stack's own endpoint, else the SDK warns on each call.
      const url = `${origins.awsEndpoint}/${account}/${name}`;
      return { ...simple(name, arn('sqs', name), { QueueName: name, QueueUrl: url }), ref: url };
    }
    case 'AWS::SNS::Topic': {
      const name = given('TopicName') ?? generated;
      const topicArn = arn('sns', name);
      return { ...simple(name, topicArn, { TopicArn: topicArn, TopicName: name }), ref: topicArn };
    }
    case 'AWS::SecretsManager::Secret': {
      // A template takes the name out of the ARN by counting dashes: two parts of a generated name, then
      // the six characters that Secrets Manager adds. No other dash may come in between.
      const name = given('Name') ?? `${logicalId}-local`;
      const secretArn = arn('secretsmanager', `secret:${name}-AbCdEf`);
      return { ...simple(name, secretArn, { Id: secretArn }), ref: secretArn };
    }
    case 'AWS::Lambda::Function': {
      const name = atMost(64, given('FunctionName') ?? generated);
      return simple(name, arn('lambda', `function:${name}`));
    }
    case 'AWS::ApiGatewayV2::Api': {
      const id = logicalId.toLowerCase();
      return simple(id, arn('apigateway', `/apis/${id}`), { ApiId: id, ApiEndpoint: origins.apiUrl });
    }
    case 'AWS::ApiGatewayV2::Stage':
      return simple(given('StageName') ?? generated, arn('apigateway', `stages/${logicalId}`));
    default:
      return simple(generated, arn('local', generated));
  }
}

function parameterDefault(template: StackTemplate, name: string): string | undefined {
  const parameter = template.parameters[name];
  if (!parameter) return undefined;
  if (parameter.Default === undefined) {
    throw new CannotStart(`parameter ${name} has no default; a local run cannot ask for it`);
  }
  return String(parameter.Default);
}

/** The CDK writes an API's address out by hand, from its id; here it has another one. */
function localizer({ apiUrl }: Origins): (text: string) => string {
  return (text) => {
    if (text.includes('{{resolve:')) throw new Error(`dynamic references have no local counterpart: ${text}`);
    return text.replace(/https:\/\/[a-z0-9]+\.execute-api\.[a-z0-9-]+\.amazonaws\.com/g, apiUrl);
  };
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((entry) => mapStrings(entry, map));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapStrings(entry, map)]));
}

/** AWS limits the length of names; what is cut off is kept apart by a digest of the whole. */
function atMost(length: number, name: string): string {
  if (name.length <= length) return name;
  return `${name.slice(0, length - 9)}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
