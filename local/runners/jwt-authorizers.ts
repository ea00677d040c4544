import { CannotStart } from '../cannot-start.ts';
import { openIssuerKeys } from '../jwt/issuer-keys.ts';
import { createJwtAuthorizer, type JwtAuthorizer } from '../jwt/jwt-authorizer.ts';
import type { LocalResource, Runner } from '../runner.ts';

/** By the reference of the resource. */
export type JwtAuthorizers = ReadonlyMap<string, JwtAuthorizer>;

type Configuration = { readonly Issuer?: string; readonly Audience?: readonly string[] };

/** Checks the tokens of callers, as HTTP APIs do. */
export const jwtAuthorizers: Runner<JwtAuthorizers> = {
  types: ['AWS::ApiGatewayV2::Authorizer'],
  async start(resources, run) {
    const { jwtIssuer } = run.options;
    // Before the functions start, which may be told where people sign in.
    if (jwtIssuer)
      for (const each of resources) run.resources.localize(configurationOf(each).Issuer ?? '', jwtIssuer);
    return new Map(resources.map((resource) => [resource.ref, readAuthorizer(resource)]));
  },
};

function configurationOf({ property }: LocalResource): Configuration {
  return property<Configuration>('JwtConfiguration') ?? {};
}

function readAuthorizer(resource: LocalResource): JwtAuthorizer {
  const { logicalId, property } = resource;
  const type = property<string>('AuthorizerType');
  if (type !== 'JWT') {
    throw new CannotStart(
      `${logicalId} is an authorizer of type ${type}; local/runners/jwt-authorizers.ts supports only JWT`,
    );
  }
  const [source = '', ...more] = property<string[]>('IdentitySource') ?? [];
  const [, header] = /^\$request\.header\.([\w-]+)$/.exec(source) ?? [];
  if (!header || more.length > 0) {
    throw new CannotStart(
      `${logicalId}: expected one header as its IdentitySource, found ${[source, ...more].join(', ')}`,
    );
  }
  const { Issuer: issuer = '', Audience: audience = [] } = configurationOf(resource);
  if (!isReachable(issuer)) {
    throw new CannotStart(
      `${logicalId}: expected its issuer to be an https URL, or an http URL of this machine, found ${issuer}; ` +
        'the option `jwtIssuer` names another',
    );
  }
  return createJwtAuthorizer({ issuer, audience, header: header.toLowerCase() }, openIssuerKeys(issuer));
}

/** Keys that come over plain http could be anyone's, except on this machine. */
function isReachable(issuer: string): boolean {
  return (
    /^https:\/\/[^/]/.test(issuer) || /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$)/.test(issuer)
  );
}
