import { type HttpApi, HttpMethod, type IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type ApiRoute, routes } from '../lambdas/api/routes.ts';

/** The functions behind the routes, or some of them. */
export type ApiFunctions = Readonly<Partial<Record<ApiRoute['servedBy'], IFunction>>>;

type Authorization = {
  readonly authorizer: IHttpRouteAuthorizer;
  readonly authorizationScopes?: string[];
};

/** Adds the routes of these functions. @default - for callers that sign with IAM */
export function addApiRoutes(
  api: HttpApi,
  functions: ApiFunctions,
  authorization: Authorization = { authorizer: new HttpIamAuthorizer() },
): void {
  const integrations = new Map(
    Object.entries(functions).map(([name, each]) => [name, new HttpLambdaIntegration(titleOf(name), each)]),
  );
  for (const { method, path, servedBy } of routes) {
    const integration = integrations.get(servedBy);
    if (integration) api.addRoutes({ path, methods: [HttpMethod[method]], integration, ...authorization });
  }
}

/** `Reader`, the id of its integration. */
function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
