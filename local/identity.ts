import { createHash } from 'node:crypto';
import { account, region } from './clients.ts';

/** How the rest of a template refers to a resource. */
export type Identity = {
  readonly name: string;
  readonly arn: string;
  /** The value of `Ref`. */
  readonly ref: string;
  /** The values of `Fn::GetAtt`. */
  readonly attributes: Readonly<Record<string, string>>;
};

/** For most types: `Ref` gives the name, and `Arn` is an attribute. */
export function identityOf(
  name: string,
  arn: string,
  more: { readonly ref?: string; readonly attributes?: Readonly<Record<string, string>> } = {},
): Identity {
  return { name, arn, ref: more.ref ?? name, attributes: { Arn: arn, ...more.attributes } };
}

/** For a resource whose name and ARN only have to be unique. */
export function generatedIdentity(generatedName: string): Identity {
  return identityOf(generatedName, arnOf('local', generatedName));
}

export function arnOf(service: string, rest: string): string {
  return `arn:aws:${service}:${region}:${account}:${rest}`;
}

/** AWS limits the length of names; a digest keeps names apart that are cut off. */
export function atMost(length: number, name: string): string {
  if (name.length <= length) return name;
  return `${name.slice(0, length - 9)}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
