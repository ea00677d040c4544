import { createHash } from 'node:crypto';
import { account, region } from './clients.ts';

/** What the rest of a template knows of a resource. */
export type Identity = {
  readonly name: string;
  readonly arn: string;
  /** What `Ref` gives. */
  readonly ref: string;
  /** What `Fn::GetAtt` gives. */
  readonly attributes: Readonly<Record<string, string>>;
};

/** As most types have it: `Ref` gives the name, and `Arn` is an attribute. */
export function identityOf(
  name: string,
  arn: string,
  more: { readonly ref?: string; readonly attributes?: Readonly<Record<string, string>> } = {},
): Identity {
  return { name, arn, ref: more.ref ?? name, attributes: { Arn: arn, ...more.attributes } };
}

/** For a resource that nothing points at by more than this. */
export function generatedIdentity(generatedName: string): Identity {
  return identityOf(generatedName, arnOf('local', generatedName));
}

export function arnOf(service: string, rest: string): string {
  return `arn:aws:${service}:${region}:${account}:${rest}`;
}

/** AWS limits the length of names; a digest of the whole keeps those apart that are cut off. */
export function atMost(length: number, name: string): string {
  if (name.length <= length) return name;
  return `${name.slice(0, length - 9)}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
