import { CannotStart } from './cannot-start.ts';
import { generatedIdentity, type Identity } from './identity.ts';
import { createResolver, type Resolve } from './intrinsics.ts';
import { hasNoLocalEffect } from './no-local-effect.ts';
import type { Host, LocalResource, Runner, TemplateResource } from './runner.ts';
import type { Resource, StackTemplate } from './template.ts';

export type Resources = {
  /** The types of the resources that a local run leaves out. */
  readonly ignored: readonly string[];
  readonly resolve: Resolve;
  ofType(...types: readonly string[]): LocalResource[];
  /** By construct path or logical id: `EventQueueDeadLetters` finds EventQueueDeadLetters1A2B3C4D. */
  find(prefix: string, ...types: readonly string[]): LocalResource;
  /** From now on, an address on AWS reads as the local one wherever a property contains it. */
  localize(awsAddress: string, localAddress: string): void;
};

/** Gives each resource of the template its identity. Stops at a type that nobody runs. */
export function registerResources(
  template: StackTemplate,
  runners: readonly Runner[],
  host: Host,
): Resources {
  const { parameters = {} } = host.options;
  const addresses = new Map<string, string>();
  const identities = new Map<string, Identity>();
  const resolveOnAws = createResolver(
    {
      ref: (name) => identify(name)?.ref ?? parameters[name] ?? parameterDefault(template, name),
      attribute(logicalId, attribute) {
        const identity = identify(logicalId);
        if (!identity) throw new Error(`Fn::GetAtt: the template has no resource named ${logicalId}`);
        return identity.attributes[attribute] ?? `${identity.name}.${attribute}`;
      },
      condition: (name) => template.conditions[name],
    },
    template.stackName,
  );
  const resolve: Resolve = (value) => mapStrings(resolveOnAws(value), (text) => localized(text, addresses));

  /** On demand, since an identity may be made of another one. */
  function identify(logicalId: string): Identity | undefined {
    const resource = template.resources[logicalId];
    if (!resource) return undefined;
    const identity = identities.get(logicalId) ?? newIdentity(describe(logicalId, resource));
    identities.set(logicalId, identity);
    return identity;
  }

  function newIdentity(resource: TemplateResource): Identity {
    const { type, generatedName } = resource;
    const runner = runners.find(({ types }) => types.includes(type));
    return runner?.identify?.(resource, host) ?? generatedIdentity(generatedName);
  }

  function describe(logicalId: string, { Type: type, Metadata, Properties }: Resource): TemplateResource {
    return {
      logicalId,
      type,
      generatedName: `${template.stackName}-${logicalId}`,
      metadata: Metadata ?? {},
      property: <T>(name: string) => resolve(Properties?.[name]) as T | undefined,
    };
  }

  const present = Object.entries(template.resources).filter(
    ([, { Condition }]) => !Condition || resolve({ Condition }),
  );
  const run = present.filter(([, resource]) => !hasNoLocalEffect(resource));
  mustHaveRunners(run, runners);
  const known = run.map(([logicalId, resource]): LocalResource => {
    const { name, arn, ref } = identify(logicalId) as Identity;
    return { ...describe(logicalId, resource), name, arn, ref };
  });
  const ofType: Resources['ofType'] = (...types) => known.filter(({ type }) => types.includes(type));
  return {
    ignored: present.flatMap(([, resource]) => (hasNoLocalEffect(resource) ? [resource.Type] : [])),
    resolve,
    ofType,
    find: (prefix, ...types) => findOne(ofType(...types), prefix, types),
    localize: (awsAddress, localAddress) => void addresses.set(awsAddress, localAddress),
  };
}

function mustHaveRunners(resources: readonly [string, Resource][], runners: readonly Runner[]): void {
  const types = new Set(runners.flatMap((runner) => runner.types));
  const unknown = resources
    .filter(([, { Type }]) => !types.has(Type))
    .map(([logicalId, { Type }]) => `${logicalId} (${Type})`);
  if (unknown.length === 0) return;
  throw new CannotStart(
    `no runner for ${unknown.join(', ')}; add one under local/runners/, ` +
      'or list the type in local/no-local-effect.ts if a local run can do without it',
  );
}

function findOne(candidates: LocalResource[], prefix: string, types: readonly string[]): LocalResource {
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

function parameterDefault(template: StackTemplate, name: string): string | undefined {
  const parameter = template.parameters[name];
  if (!parameter) return undefined;
  if (parameter.Default === undefined) {
    throw new CannotStart(
      `parameter ${name} has no default; give it one in the template, or pass its value as an option`,
    );
  }
  return String(parameter.Default);
}

function localized(text: string, addresses: ReadonlyMap<string, string>): string {
  if (text.includes('{{resolve:')) throw new Error(`dynamic references have no local counterpart: ${text}`);
  return [...addresses].reduce((rest, [awsAddress, local]) => rest.replaceAll(awsAddress, local), text);
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((entry) => mapStrings(entry, map));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapStrings(entry, map)]));
}
