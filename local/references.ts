import { CannotStart } from './cannot-start.ts';
import { generatedIdentity, type Identity } from './identity.ts';
import { createResolver, type Resolve } from './intrinsics.ts';
import type { Host, LocalResource, Resources, Runner, TemplateResource } from './runner.ts';
import type { StackTemplate } from './template.ts';

/** Knows the identity of each resource, and so the values of a template's references. */
type References = Pick<Resources, 'resolve' | 'localize'> & {
  resource(logicalId: string): LocalResource | undefined;
};

export function createReferences(
  template: StackTemplate,
  runners: readonly Runner[],
  host: Host,
): References {
  const addresses = new Map<string, string>();
  const identities = new Map<string, Identity>();
  const resolveOnAws = createResolver(
    {
      ref: (name) => identify(name)?.ref ?? parameterOf(name, template, host),
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

  /** On demand, since one identity can depend on another. */
  function identify(logicalId: string): Identity | undefined {
    const known = identities.get(logicalId);
    if (known) return known;
    const resource = describe(logicalId, template, resolve);
    if (!resource) return undefined;
    const runner = runners.find(({ types }) => types.includes(resource.type));
    const identity = runner?.identify?.(resource, host) ?? generatedIdentity(resource.generatedName);
    identities.set(logicalId, identity);
    return identity;
  }

  return {
    resolve,
    localize: (awsAddress, localAddress) => void addresses.set(awsAddress, localAddress),
    resource(logicalId) {
      const resource = describe(logicalId, template, resolve);
      const identity = identify(logicalId);
      return (
        resource && identity && { ...resource, name: identity.name, arn: identity.arn, ref: identity.ref }
      );
    },
  };
}

function describe(
  logicalId: string,
  template: StackTemplate,
  resolve: Resolve,
): TemplateResource | undefined {
  const resource = template.resources[logicalId];
  if (!resource) return undefined;
  return {
    logicalId,
    type: resource.Type,
    generatedName: `${template.stackName}-${logicalId}`,
    metadata: resource.Metadata ?? {},
    property: <T>(name: string) => resolve(resource.Properties?.[name]) as T | undefined,
  };
}

function parameterOf(name: string, template: StackTemplate, { options }: Host): string | undefined {
  const given = options.parameters?.[name];
  const parameter = template.parameters[name];
  if (given !== undefined || !parameter) return given;
  if (parameter.Default === undefined) {
    throw new CannotStart(
      `parameter ${name} has no default; add one to the template, or pass its value in the option \`parameters\``,
    );
  }
  return String(parameter.Default);
}

function localized(text: string, addresses: ReadonlyMap<string, string>): string {
  if (text.includes('{{resolve:'))
    throw new Error(`dynamic references are not supported in a local run: ${text}`);
  return [...addresses].reduce((rest, [awsAddress, local]) => rest.replaceAll(awsAddress, local), text);
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((entry) => mapStrings(entry, map));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapStrings(entry, map)]));
}
