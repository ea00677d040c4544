import type { RefusalCode } from '../../../app/answer.ts';
import { ourTrouble, problemBody, roleMissing, statusOf } from '../problem.ts';
import { exampleOf } from './problem-examples.ts';
import { schemaPlace } from './schemas.ts';

const problemSchema = { $ref: `${schemaPlace}Problem` };
const gatewaySchema = { $ref: `${schemaPlace}GatewayMessage` };

/** What API Gateway answers on its own. It cannot be told to use another format. */
export const gatewayMessage = {
  type: 'object',
  description: 'What API Gateway answers when no function has answered',
  properties: { message: { type: 'string' } },
  required: ['message'],
};

/** Answers that every route can give. */
export const sharedResponses = {
  Forbidden: {
    description:
      'The request has no valid signature, or the caller has no `execute-api:Invoke` on this route. Code for a person ' +
      'without the role: role-missing.',
    content: {
      'application/problem+json': { schema: problemSchema, example: problemBody(roleMissing('operator')) },
      'application/json': { schema: gatewaySchema, example: { message: 'Forbidden' } },
    },
  },
  TooManyRequests: fromGateway('Too many requests: nothing was done. Try again later.', 'Too Many Requests'),
  InternalError: {
    description: 'Something failed on our side. Try again later.',
    content: {
      'application/problem+json': { schema: problemSchema, example: problemBody(ourTrouble) },
      'application/json': { schema: gatewaySchema, example: { message: 'Internal Server Error' } },
    },
  },
  Unavailable: fromGateway('No answer in time. Try again later.', 'Service Unavailable'),
};

/** By status: what can go wrong. */
export function problemResponses(refusals: readonly RefusalCode[]): Record<number, object> {
  return {
    400: problemResponse(400, refusals, 'The request is wrong', ['request-invalid']),
    403: shared('Forbidden'),
    ...ifAny(404, refusals, 'What the request asks for is not known'),
    ...ifAny(409, refusals, 'The answer is no, and nothing was changed'),
    429: shared('TooManyRequests'),
    500: shared('InternalError'),
    503: shared('Unavailable'),
  };
}

function ifAny(status: number, refusals: readonly RefusalCode[], meaning: string): Record<number, object> {
  return refusals.some((code) => statusOf(code) === status)
    ? { [status]: problemResponse(status, refusals, meaning) }
    : {};
}

function problemResponse(
  status: number,
  refusals: readonly RefusalCode[],
  meaning: string,
  more: readonly string[] = [],
): object {
  const codes = refusals.filter((code) => statusOf(code) === status);
  const examples = Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }]));
  return {
    description: `${meaning}. Codes: ${[...codes, ...more].join(', ')}.`,
    content: { 'application/problem+json': { schema: problemSchema, examples } },
  };
}

function fromGateway(description: string, message: string): object {
  return { description, content: { 'application/json': { schema: gatewaySchema, example: { message } } } };
}

function shared(name: keyof typeof sharedResponses): object {
  return { $ref: `#/components/responses/${name}` };
}
