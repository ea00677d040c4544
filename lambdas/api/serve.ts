import { randomUUID } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2WithIAMAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ApiDependencies } from '../../app/ports.ts';
import { openCursor, sealCursor } from '../../store/cursor.ts';
import { readHistory } from '../../store/forgotten.ts';
import { newestEvidence } from '../../store/newest-evidence.ts';
import { readMessage } from '../../store/read-message.ts';
import { readRecipient } from '../../store/read-recipient.ts';
import { recordSuppression } from '../../store/record-suppression.ts';
import { readEnvironment } from '../read-environment.ts';
import { answerRequest } from './answer-request.ts';
import { apiVariables } from './environment.ts';
import type { Operation } from './operations.ts';

/** A function for some of the operations: those that only read and those that write have different rights. */
export function serve(operations: readonly Operation[]) {
  const environment = readEnvironment(apiVariables, 'lib/read-api.ts');
  const logger = new Logger();
  const impatient = {
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
  };
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(impatient), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const secrets = new SecretsProvider({ awsSdkV3Client: new SecretsManagerClient(impatient) });
  const ownKey = async () => String(await secrets.get(environment.OWN_KEY_SECRET_NAME, { maxAge: 3_600 }));
  const now = () => new Date();
  const deps: ApiDependencies = {
    settings: JSON.parse(environment.SUPPRESSION),
    message: (messageId) => readMessage(client, environment.MESSAGES_TABLE, messageId),
    messagesTo: (address, limit, from) =>
      readRecipient(client, environment.MESSAGES_TABLE, address, { limit, ...(from && { from }) }),
    entriesOf: async (address) => readHistory(client, environment.ADDRESSES_TABLE, address, await ownKey()),
    evidence: (causes, { since, until }) =>
      newestEvidence(client, environment.ADDRESSES_TABLE, causes, since, until),
    record: (entry) => recordSuppression(client, environment.ADDRESSES_TABLE, entry, now()),
    cursors: {
      seal: async (question, position) => sealCursor(await ownKey(), question, position),
      open: async (question, cursor) => openCursor(await ownKey(), question, cursor),
    },
    newId: randomUUID,
    now,
  };

  return middy<APIGatewayProxyEventV2WithIAMAuthorizer, APIGatewayProxyStructuredResultV2>()
    .use(injectLambdaContext(logger))
    .handler(async (event) => {
      const request = {
        routeKey: event.routeKey,
        path: event.pathParameters ?? {},
        query: event.queryStringParameters ?? {},
        body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString(),
        caller: event.requestContext.authorizer.iam.userArn,
      };
      const { status, type, body } = await answerRequest(request, operations, deps, (error) =>
        logger.error('a question could not be answered', { routeKey: event.routeKey, error }),
      );
      return { statusCode: status, headers: { 'content-type': type }, body: JSON.stringify(body) };
    });
}
