import { CannotStart } from '../cannot-start.ts';
import type { FunctionPool } from '../function-pool.ts';
import { findFunction } from '../function-reference.ts';
import type { Target, Throttle } from '../http-integration.ts';
import type { Route } from '../http-router.ts';
import { arnOf, generatedIdentity, identityOf } from '../identity.ts';
import type { LocalResource, Run, Runner } from '../runner.ts';
import { functions } from './functions.ts';
import { httpApis } from './http-apis.ts';
import { jwtAuthorizers } from './jwt-authorizers.ts';

const stageType = 'AWS::ApiGatewayV2::Stage';
const routeType = 'AWS::ApiGatewayV2::Route';
const integrationType = 'AWS::ApiGatewayV2::Integration';

/** Opens the HTTP APIs: their routes, the functions behind them, who may call, how often. */
export const httpRoutes: Runner = {
  types: [stageType, routeType, integrationType],
  identify({ type, logicalId, generatedName, property }) {
    if (type !== stageType) return generatedIdentity(generatedName);
    const name = property<string>('StageName') ?? generatedName;
    return identityOf(name, arnOf('apigateway', `stages/${logicalId}`));
  },
  async start(resources, run) {
    for (const [apiId, server] of run.started(httpApis).byId) {
      const ofApi = resources.filter((resource) => apiIdOf(resource, run) === apiId);
      // Started last and stopped first: no request comes in while the rest stops, and callers retry.
      run.onStop(server.stop);
      server.serve({ apiId, routes: readRoutes(ofApi, run) });
    }
  },
};

/** That of the first API, for a resource that names none. */
function apiIdOf({ property }: LocalResource, run: Run): string | undefined {
  const [first] = run.started(httpApis).byId.keys();
  return property<string>('ApiId') ?? first;
}

function readRoutes(ofApi: readonly LocalResource[], run: Run): Route<Target>[] {
  const ofType = (wanted: string) => ofApi.filter(({ type }) => type === wanted);
  const [stage] = ofType(stageType);
  const throttleOf = stage ? readThrottles(stage) : () => undefined;
  return ofType(routeType).map((route) => {
    const { routeKey, target } = readRoute(route, ofType(integrationType), run);
    return { routeKey, target: { ...target, throttle: throttleOf(routeKey) } };
  });
}

function readRoute(route: LocalResource, integrations: readonly LocalResource[], run: Run): Route<Target> {
  const authorization = route.property<string>('AuthorizationType') ?? 'NONE';
  if (!['NONE', 'AWS_IAM', 'JWT'].includes(authorization)) {
    throw new CannotStart(
      `${route.logicalId} has the authorization ${authorization}; local/runners/http-routes.ts supports only NONE, AWS_IAM and JWT`,
    );
  }
  const target = route.property<string>('Target')?.replace('integrations/', '');
  const integration = integrations.find(({ ref }) => ref === target);
  if (!integration) throw new CannotStart(`${route.logicalId} has no integration: its Target is ${target}`);
  return {
    routeKey: route.property<string>('RouteKey') ?? '$default',
    target: {
      pool: functionBehind(integration, run.started(functions).pools),
      timeoutMillis: integration.property<number>('TimeoutInMillis') ?? 30_000,
      isSigned: authorization === 'AWS_IAM',
      ...(authorization === 'JWT' && { token: readToken(route, run) }),
    },
  };
}

function readToken({ logicalId, property }: LocalResource, run: Run): NonNullable<Target['token']> {
  const id = property<string>('AuthorizerId') ?? '';
  const authorizer = run.started(jwtAuthorizers).get(id);
  if (!authorizer) throw new CannotStart(`${logicalId} has no authorizer: its AuthorizerId is "${id}"`);
  return { authorizer, scopes: property<string[]>('AuthorizationScopes') ?? [] };
}

function functionBehind(integration: LocalResource, pools: readonly FunctionPool[]): FunctionPool {
  const { logicalId, property } = integration;
  const type = property<string>('IntegrationType');
  const version = property<string>('PayloadFormatVersion');
  if (type !== 'AWS_PROXY' || version !== '2.0') {
    throw new CannotStart(`${logicalId} is ${type} ${version}; the local stack supports only AWS_PROXY 2.0`);
  }
  // Either the function's ARN, or an ARN of API Gateway that contains it.
  const uri = property<string>('IntegrationUri') ?? '';
  const [arn = uri] = /arn:[^/]*:function:[^/]+/.exec(uri) ?? [];
  const pool = findFunction(pools, arn);
  if (!pool) throw new CannotStart(`${logicalId} calls ${uri}, which is not a function of this template`);
  return pool;
}

type RouteSettings = { ThrottlingRateLimit?: number; ThrottlingBurstLimit?: number };

/** Each route has the stage's default, or settings of its own in its place. */
function readThrottles(stage: LocalResource): (routeKey: string) => Throttle | undefined {
  const name = stage.property<string>('StageName');
  if (name !== '$default') {
    throw new CannotStart(
      `stage ${name} would be part of every path; the local stack supports only $default`,
    );
  }
  const byRoute = stage.property<Record<string, RouteSettings>>('RouteSettings') ?? {};
  const byDefault = stage.property<RouteSettings>('DefaultRouteSettings');
  return (routeKey) => toThrottle(byRoute[routeKey] ?? byDefault);
}

function toThrottle(settings: RouteSettings = {}): Throttle | undefined {
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = settings;
  return rate === undefined || burst === undefined ? undefined : { rate, burst };
}
