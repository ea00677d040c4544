import { randomUUID } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2WithIAMAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { storePorts } from '../../store/ports.ts';
import { readEnvironment } from '../read-environment.ts';
import { answerRequest } from './answer-request.ts';
import { apiVariables } from './environment.ts';
import type { ApiPorts, Operation } from './operations.ts';
import { idempotencyKey } from './routes.ts';

/** A handler for some of the operations. Reading and writing are two functions, because they have different rights. */
export function serve(operations: readonly Operation[]) {
  const logger = new Logger();
  const ports = portsFromEnvironment();
  return middy<APIGatewayProxyEventV2WithIAMAuthorizer, APIGatewayProxyStructuredResultV2>()
    .use(injectLambdaContext(logger))
    .handler(async (event, context) => {
      const request = {
        routeKey: event.routeKey,
        path: event.pathParameters ?? {},
        query: event.queryStringParameters ?? {},
        body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString(),
        requestId: event.headers[idempotencyKey],
        caller: event.requestContext.authorizer.iam.userArn,
      };
      const hasTime = () => context.getRemainingTimeInMillis() > reserveMillis;
      const { status, type, body } = await answerRequest(
        request,
        operations,
        { ...ports, hasTime },
        (error) => logger.error('request failed; the caller gets a 500', { routeKey: event.routeKey, error }),
      );
      return { statusCode: status, headers: { 'content-type': type }, body: JSON.stringify(body) };
    });
}

/** A call that is under way when time is up may take this long: two attempts. Then the answer is written. */
const reserveMillis = 6_500;

function portsFromEnvironment(): Omit<ApiPorts, 'hasTime'> {
  const environment = readEnvironment(apiVariables, 'lib/read-api.ts');
  // The caller waits, so a service that does not answer must become an error within seconds.
  const clientSettings = {
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
  };
  const secrets = new SecretsProvider({ awsSdkV3Client: new SecretsManagerClient(clientSettings) });
  const now = () => new Date();
  const store = storePorts({
    client: DynamoDBDocumentClient.from(new DynamoDBClient(clientSettings), {
      marshallOptions: { removeUndefinedValues: true },
    }),
    messagesTable: environment.MESSAGES_TABLE,
    addressesTable: environment.ADDRESSES_TABLE,
    settings: JSON.parse(environment.SUPPRESSION),
    ownKey: async () => String(await secrets.get(environment.OWN_KEY_SECRET_NAME, { maxAge: 3_600 })),
    now,
  });
  return { ...store, now, newId: randomUUID };
}
