import { describeOperation, hasBody } from './openapi/operation.ts';
import { gatewayMessage, sharedResponses } from './openapi/responses.ts';
import { namedSchemasOf } from './openapi/schemas.ts';
import { operations } from './operations.ts';
import { tags } from './routes.ts';
import { problem } from './schemas.ts';

/** Built from the same schemas that validate the requests. */
export function openApiDocument() {
  return {
    openapi: '3.1.0',
    info,
    servers,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: describePaths(),
    components: {
      schemas: { ...namedSchemas(), GatewayMessage: gatewayMessage },
      responses: sharedResponses,
      securitySchemes: { sigv4 },
    },
    security: [{ sigv4: [] }],
  };
}

const info = {
  title: 'Mailfold',
  version: '1',
  summary: 'What became of each message, and which addresses must not get mail.',
  description:
    'Problems follow RFC 9457; programs tell them apart by `code`. Answers can gain fields. ' +
    'A list has a `cursor` for its next page, which the last page has not.',
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
};

const servers = [
  {
    url: 'https://{apiId}.execute-api.{region}.{domain}',
    description: 'A deployed stack: its output ApiUrl',
    variables: {
      apiId: { default: 'a1b2c3d4e5', description: 'The id of the API' },
      region: { default: 'us-east-1', description: 'The AWS region of the stack' },
      domain: {
        default: 'amazonaws.com',
        enum: ['amazonaws.com', 'amazonaws.com.cn'],
        description: 'amazonaws.com.cn in the regions of China',
      },
    },
  },
  {
    url: 'http://127.0.0.1:{port}',
    description: 'The local stack, which accepts any signature',
    variables: { port: { default: '4710', description: 'The option --port of the local stack' } },
  },
];

const sigv4 = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: 'AWS Signature Version 4 for the service execute-api',
  'x-amazon-apigateway-authtype': 'awsSigv4',
};

function describePaths(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    };
  }
  return paths;
}

function namedSchemas() {
  return namedSchemasOf([
    ...operations.map(({ answer }) => [answer, 'output'] as const),
    ...operations.filter(hasBody).map(({ input }) => [input.body, 'input'] as const),
    [problem, 'output'],
  ]);
}
