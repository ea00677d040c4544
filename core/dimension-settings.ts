import { canonicalDomain } from './domain.ts';
import type { Dimension } from './email-event.ts';

/** The sending domain of a provider's mail, by stream, tag or server, and for everything else. */
export type DomainRules = {
  /** The names of a provider's servers or accounts, where several post to one URL. */
  readonly servers?: Readonly<Record<string, string>>;
  readonly streams?: Readonly<Record<string, string>>;
  readonly tags?: Readonly<Record<string, string>>;
  readonly otherwise?: string;
};

/** The dimensions that a custom argument of the send can tell. */
export const argumentDimensions = ['domain', 'stream', 'template', 'template-version', 'ip-pool'] as const;

/** Where the dimensions of a send come from when the provider does not tell them with every event. */
export type DimensionSettings = {
  /** By provider. */
  readonly sendingDomains: Readonly<Record<string, DomainRules>>;
  /** The name of the custom argument that tells a dimension. */
  readonly fromMetadata: Readonly<Partial<Record<(typeof argumentDimensions)[number], string>>>;
  /** Custom arguments that are dimensions of their own. */
  readonly metadata: readonly string[];
  /** By provider: dimensions that the operator's own mail always has, although the provider does not promise it. */
  readonly alwaysTold: Readonly<Record<string, readonly Dimension[]>>;
};

export const noDimensionSettings: DimensionSettings = {
  sendingDomains: {},
  fromMetadata: {},
  metadata: [],
  alwaysTold: {},
};

type Told = { readonly stream?: string; readonly tags?: readonly string[]; readonly server?: string };

/** A tag says more about a message than its stream, and a stream more than its server. */
export function sendingDomainBy(
  rules: DomainRules | undefined,
  { stream, tags = [], server }: Told,
): string | undefined {
  if (!rules) return undefined;
  const byTag = tags.flatMap((tag) => ownValue(rules.tags, tag) ?? []).sort();
  const exact = byTag[0] ?? ownValue(rules.streams, stream) ?? ownValue(rules.servers, server);
  // Some events do not tell the server. Others about the same send do, and these decide.
  const isUntold = rules.servers !== undefined && server === undefined;
  return exact ?? (isUntold ? undefined : rules.otherwise);
}

function ownValue(values: Readonly<Record<string, string>> = {}, name: string | undefined) {
  return name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Reads the rules of one provider: a domain, or an object of rules. Undefined when they are not understood. */
export function readDomainRules(found: unknown): DomainRules | undefined {
  if (typeof found === 'string') return readDomainRules({ otherwise: found });
  if (!isObject(found)) return undefined;
  const rules: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(found)) {
    if (!(name === 'otherwise' || mappings.includes(name))) return undefined;
    rules[name] = name === 'otherwise' ? domainIn(given) : domainsIn(given);
    if (rules[name] === undefined) return undefined;
  }
  return rules;
}

const mappings: readonly string[] = ['servers', 'streams', 'tags'];

function domainsIn(found: unknown): Record<string, string> | undefined {
  if (!isObject(found)) return undefined;
  const domains = Object.entries(found).map(([name, domain]) => [name, domainIn(domain)] as const);
  return domains.every(([, domain]) => domain !== undefined)
    ? (Object.fromEntries(domains) as Record<string, string>)
    : undefined;
}

function domainIn(found: unknown): string | undefined {
  return typeof found === 'string' && found.includes('.') ? canonicalDomain(found) : undefined;
}

function isObject(found: unknown): found is Readonly<Record<string, unknown>> {
  return typeof found === 'object' && found !== null && !Array.isArray(found);
}
