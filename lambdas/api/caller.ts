import { type Role, roles } from './routes.ts';

/** Who makes a request. */
export type Caller = {
  readonly type: 'iam' | 'person';
  /** As the history keeps it. */
  readonly name: string;
  readonly roles: readonly Role[];
};

/** What API Gateway says of a caller that it has let in. */
type Authorizer = {
  readonly iam?: { readonly userArn: string };
  readonly jwt?: { readonly claims: Readonly<Record<string, unknown>> };
};

/** Undefined when API Gateway let nobody in: the route has no authorizer, by mistake. */
export function callerOf(authorizer: Authorizer | undefined): Caller | undefined {
  // The policies of an AWS identity name the routes that it may call, so it has got past its roles already.
  if (authorizer?.iam) return { type: 'iam', name: authorizer.iam.userArn, roles };
  if (!authorizer?.jwt) return undefined;
  const { claims } = authorizer.jwt;
  return { type: 'person', name: nameIn(claims), roles: rolesIn(claims) };
}

/** The names of the claim that lists a person's groups, as OpenID providers have them. */
const groupClaims = ['cognito:groups', 'groups', 'roles'];

function rolesIn(claims: Readonly<Record<string, unknown>>): Role[] {
  const groups = groupClaims.flatMap((name) => listIn(claims[name]));
  const highest = roles.findLastIndex((role) => groups.includes(role));
  return roles.slice(0, highest + 1);
}

/** API Gateway hands lists over as a string: `[viewer support]`. */
function listIn(claim: unknown): string[] {
  return String(claim ?? '')
    .replace(/^\[(.*)\]$/s, '$1')
    .split(/[\s,]+/)
    .filter(Boolean);
}

/** An access token of Cognito has no e-mail address unless a trigger adds it; others may only have the subject. */
function nameIn(claims: Readonly<Record<string, unknown>>): string {
  const names = [
    claims['email'],
    claims['name'],
    claims['preferred_username'],
    claims['username'],
    claims['sub'],
  ];
  const [name = 'unknown'] = names.filter(
    (each): each is string => typeof each === 'string' && each.trim() !== '',
  );
  // It is shown in histories and terminals.
  return name.replace(/\s+/g, ' ').slice(0, 200);
}
