import { CannotStart } from '../cannot-start.ts';
import type { FunctionPool } from '../function-pool.ts';
import type { Target, Throttle } from '../http-integration.ts';
import type { Route } from '../http-router.ts';
import { arnOf, generatedIdentity, identityOf } from '../identity.ts';
import type { LocalResource, Runner } from '../runner.ts';
import { functions } from './functions.ts';
import { httpApis } from './http-apis.ts';

const stageType = 'AWS::ApiGatewayV2::Stage';
const routeType = 'AWS::ApiGatewayV2::Route';
const integrationType = 'AWS::ApiGatewayV2::Integration';

/** Opens the HTTP API: its routes, the functions behind them, its throttle. */
export const httpRoutes: Runner = {
  types: [stageType, routeType, integrationType],
  identify({ type, logicalId, generatedName, property }) {
    if (type !== stageType) return generatedIdentity(generatedName);
    const name = property<string>('StageName') ?? generatedName;
    return identityOf(name, arnOf('apigateway', `stages/${logicalId}`));
  },
  async start(_, { resources, started, onStop }) {
    const [api] = resources.ofType(...httpApis.types);
    if (!api) return;
    const { pools } = started(functions);
    const integrations = resources.ofType(integrationType);
    const [stage] = resources.ofType(stageType);
    const server = started(httpApis);
    // Started last and stopped first: no request comes in while the rest stops, and callers retry.
    onStop(server.stop);
    const throttleOf = stage ? readThrottles(stage) : () => undefined;
    server.serve({
      apiId: api.name,
      routes: resources.ofType(routeType).map((route) => {
        const { routeKey, target } = readRoute(route, integrations, pools);
        return { routeKey, target: { ...target, throttle: throttleOf(routeKey) } };
      }),
    });
  },
};

function readRoute(
  route: LocalResource,
  integrations: readonly LocalResource[],
  pools: readonly FunctionPool[],
): Route<Target> {
  const authorization = route.property<string>('AuthorizationType') ?? 'NONE';
  if (authorization !== 'NONE' && authorization !== 'AWS_IAM') {
    throw new CannotStart(
      `${route.logicalId} has the authorization ${authorization}; local/runners/http-routes.ts supports only NONE and AWS_IAM`,
    );
  }
  const target = route.property<string>('Target')?.replace('integrations/', '');
  const integration = integrations.find(({ ref }) => ref === target);
  if (!integration) throw new CannotStart(`${route.logicalId} has no integration: its Target is ${target}`);
  return {
    routeKey: route.property<string>('RouteKey') ?? '$default',
    target: {
      pool: functionBehind(integration, pools),
      timeoutMillis: integration.property<number>('TimeoutInMillis') ?? 30_000,
      isSigned: authorization === 'AWS_IAM',
    },
  };
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
  const pool = pools.find(({ settings }) => uri === settings.arn || uri.includes(`${settings.arn}/`));
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
