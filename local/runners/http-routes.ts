import { CannotStart } from './cannot-start.ts';
import type { FunctionPool } from './function-pool.ts';
import type { HttpApiSettings, Throttle } from './http-api.ts';
import type { Target } from './http-integration.ts';
import type { Route } from './http-routes.ts';
import type { LocalResource, Resources } from './resources.ts';

type RouteSettings = { ThrottlingRateLimit?: number; ThrottlingBurstLimit?: number };

/** The template's HTTP API: its routes, the functions behind them, its throttle. */
export function readHttpApi(
  resources: Resources,
  pools: readonly FunctionPool[],
): HttpApiSettings | undefined {
  const [api, ...more] = resources.ofType('AWS::ApiGatewayV2::Api');
  if (!api) return undefined;
  if (more.length > 0) throw new CannotStart('the local stack serves one HTTP API, the template has several');
  if (api.property('ProtocolType') !== 'HTTP') throw new CannotStart(`${api.logicalId} is not an HTTP API`);
  const throttle = readThrottle(resources);
  return {
    apiId: api.name,
    routes: resources.ofType('AWS::ApiGatewayV2::Route').map((route) => readRoute(route, resources, pools)),
    ...(throttle && { throttle }),
  };
}

function readRoute(
  route: LocalResource,
  resources: Resources,
  pools: readonly FunctionPool[],
): Route<Target> {
  const authorization = route.property<string>('AuthorizationType') ?? 'NONE';
  if (authorization !== 'NONE' && authorization !== 'AWS_IAM') {
    throw new CannotStart(`${route.logicalId} asks for ${authorization}; the local stack knows IAM only`);
  }
  const target = route.property<string>('Target')?.replace('integrations/', '');
  const integration = resources.ofType('AWS::ApiGatewayV2::Integration').find(({ name }) => name === target);
  if (!integration) throw new CannotStart(`${route.logicalId} has no integration`);
  const type = integration.property<string>('IntegrationType');
  const version = integration.property<string>('PayloadFormatVersion');
  if (type !== 'AWS_PROXY' || version !== '2.0') {
    throw new CannotStart(
      `${integration.logicalId} is ${type} ${version}; the local stack speaks AWS_PROXY 2.0`,
    );
  }
  // Either the function's ARN, or a longer one of API Gateway's with the function's inside.
  const uri = integration.property<string>('IntegrationUri') ?? '';
  const pool = pools.find(({ settings }) => uri === settings.arn || uri.includes(`${settings.arn}/`));
  if (!pool) throw new CannotStart(`${integration.logicalId} leads to no function of this template: ${uri}`);
  return {
    routeKey: route.property<string>('RouteKey') ?? '$default',
    target: {
      pool,
      timeoutMillis: integration.property<number>('TimeoutInMillis') ?? 30_000,
      isSigned: authorization === 'AWS_IAM',
    },
  };
}

function readThrottle(resources: Resources): Throttle | undefined {
  const [stage] = resources.ofType('AWS::ApiGatewayV2::Stage');
  if (!stage) return undefined;
  const name = stage.property<string>('StageName');
  if (name !== '$default') {
    throw new CannotStart(`stage ${name} would be part of every path; the local stack serves $default only`);
  }
  if (stage.property('RouteSettings')) {
    throw new CannotStart(
      `${stage.logicalId} throttles single routes; the local stack knows the stage's default only`,
    );
  }
  const settings = stage.property<RouteSettings>('DefaultRouteSettings');
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = settings ?? {};
  return rate === undefined || burst === undefined ? undefined : { rate, burst };
}
