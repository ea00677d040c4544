import { CannotStart } from './cannot-start.ts';
import { hasNoLocalEffect } from './no-local-effect.ts';
import { createReferences } from './references.ts';
import type { Host, LocalResource, Resources, Runner } from './runner.ts';
import type { Resource, StackTemplate } from './template.ts';

/** Gives each resource of the template its identity. Throws when a type has no runner. */
export function registerResources(
  template: StackTemplate,
  runners: readonly Runner[],
  host: Host,
): Resources {
  const { resolve, localize, resource } = createReferences(template, runners, host);
  const present = Object.entries(template.resources).filter(
    ([, { Condition }]) => !Condition || resolve({ Condition }),
  );
  const wanted = present.filter(([, each]) => !hasNoLocalEffect(each));
  mustHaveRunners(wanted, runners);
  const run = wanted.flatMap(([logicalId]) => resource(logicalId) ?? []);
  const ofType: Resources['ofType'] = (...types) => run.filter(({ type }) => types.includes(type));
  return {
    resolve,
    localize,
    ignored: present.filter(([, each]) => hasNoLocalEffect(each)).map(([, { Type }]) => Type),
    ofType,
    find: (prefix, ...types) => findOne(ofType(...types), prefix, types),
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
