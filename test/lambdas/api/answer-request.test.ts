import { describe, expect, it } from 'vitest';
import { answerRequest } from '../../../lambdas/api/answer-request.ts';
import { type ApiPorts, operations } from '../../../lambdas/api/operations.ts';

const detailOf = async (routeKey: string, body: string) => {
  const request = { routeKey, path: { address: 'ana@example.com' }, query: {}, body, caller: 'kim' };
  const { status, body: problem } = await answerRequest(request, operations, {} as ApiPorts, (error) => {
    throw error;
  });
  return [status, (problem as { detail: string }).detail];
};

describe('a request whose parts have the wrong type', () => {
  it.each([
    ['PUT /v1/suppressions/{address}', '{}', 'body.because: missing; expected a string'],
    ['PUT /v1/suppressions/{address}', '{"because": 5}', 'body.because: expected a string'],
    ['PUT /v1/suppressions/{address}', '[]', 'body: expected an object'],
    ['PUT /v1/suppressions/{address}', 'because', 'body: expected JSON'],
    ['POST /v1/suppressions/check', '{"addresses": "ana@example.com"}', 'body.addresses: expected a list'],
    ['POST /v1/suppressions/check', '{"addresses": [null]}', 'body.addresses.0: expected a string'],
    [
      'POST /v1/suppressions/{address}/release',
      '{"because": "x", "acknowledgeComplaint": "yes"}',
      'body.acknowledgeComplaint: expected true or false',
    ],
  ])('is refused in plain words: %s with %s', async (route, body, detail) => {
    expect(await detailOf(route, body)).toEqual([400, detail]);
  });
});
