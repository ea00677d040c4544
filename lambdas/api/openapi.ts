import * as z from 'zod';
import { type Operation, operations } from './operations.ts';
import { problem } from './schemas.ts';

/** Built from the same schemas that validate the requests. */
export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mailfold',
      version: '1',
      description:
        'Tells the status of a message and whether an address is suppressed. Suppresses and releases addresses.',
    },
    paths,
    components: {
      securitySchemes: {
        sigv4: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'AWS Signature Version 4 for the service execute-api',
        },
      },
    },
    security: [{ sigv4: [] }],
  };
}

function describe({ id, summary, input, answer, method }: Operation): object {
  const body = schemaOf(input.body, 'input');
  const hasBody = method !== 'GET' && Object.keys((body['properties'] as object) ?? {}).length > 0;
  return {
    operationId: id,
    summary,
    parameters: [...parametersOf(input.path, 'path'), ...parametersOf(input.query, 'query')],
    ...(hasBody && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: {
        description: 'The answer',
        content: { 'application/json': { schema: schemaOf(answer, 'output') } },
      },
      default: {
        description: 'What went wrong, as an RFC 9457 problem object',
        content: { 'application/problem+json': { schema: schemaOf(problem, 'output') } },
      },
    },
  };
}

function parametersOf(shape: z.ZodType, place: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }));
}

function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io });
  return schema;
}
