import type { z } from 'zod';
import { limits } from '../../../app/given.ts';
import type { Operation } from '../define.ts';
import { inputs } from '../inputs.ts';
import { idempotencyKey, type RouteId } from '../routes.ts';
import { examples } from './examples.ts';
import { problemResponses } from './responses.ts';
import { schemaOf } from './schemas.ts';

/** One operation of the OpenAPI document. */
export function describeOperation(operation: Operation): object {
  const { id, tag, summary, description, input, answer, refusals, knowsRepeats } = operation;
  const example = examples[id as RouteId];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...parametersOf(input.path, 'path', example.path),
      ...parametersOf(input.query, 'query', example.query),
      ...(knowsRepeats ? [repeatHeader] : []),
    ],
    ...(hasBody(operation) && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(input.body, 'input'), example: example.body } },
      },
    }),
    responses: {
      200: {
        description: 'The answer',
        content: { 'application/json': { schema: schemaOf(answer, 'output'), example: example.answer } },
      },
      ...problemResponses(refusals),
    },
  };
}

export function hasBody({ input }: Operation): boolean {
  return input.body !== inputs.nothing;
}

const repeatHeader = {
  name: idempotencyKey.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
  in: 'header',
  required: false,
  description:
    'Names the request, for example a UUID. Send the same again when you get no answer: if the first try was recorded, the ' +
    'second one adds nothing, and is answered alike.',
  schema: { type: 'string', minLength: 1, maxLength: limits.requestIdCharacters },
  example: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
};

function parametersOf(
  shape: z.ZodType,
  place: 'path' | 'query',
  example: Readonly<Record<string, unknown>> = {},
): object[] {
  const { properties = {}, required = [] } = schemaOf(shape, 'input');
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
    ...(name in example && { example: example[name] }),
  }));
}
