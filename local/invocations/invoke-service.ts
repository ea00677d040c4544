import {
  type AwsAnswer,
  type AwsCall,
  type AwsRequest,
  type AwsService,
  jsonAnswer,
} from '../aws-service.ts';
import type { FunctionPool } from '../function-pool.ts';
import { calledFunction, findFunction } from '../function-reference.ts';
import { arnOf } from '../identity.ts';

const path = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** Lambda's limits for the event of a call that waits, and of one that does not. */
const mostBytes = { RequestResponse: 6 * 1_024 * 1_024, Event: 1_024 * 1_024 };

/** Accepts an event for later. */
type Accept = (pool: FunctionPool, payload: unknown) => void;

/** The part of Lambda's API that invokes functions: and waits for the answer, or not. */
export function createInvokeService(pools: readonly FunctionPool[], accept: Accept): AwsService {
  return {
    name: 'lambda',
    read,
    rights: ({ body }) => [
      {
        action: 'lambda:InvokeFunction',
        resources: [arnOf('lambda', `function:${calledFunction(String(body['FunctionName']))}`)],
      },
    ],
    answer: (call, request) => answer(call, request, pools, accept),
  };
}

function read({ method, url, headers }: AwsRequest): AwsCall | undefined {
  const [, name] = path.exec(new URL(url, 'http://local').pathname) ?? [];
  if (method !== 'POST' || !name) return undefined;
  const type = String(headers['x-amz-invocation-type'] ?? 'RequestResponse');
  return { action: 'Invoke', body: { FunctionName: decodeURIComponent(name), InvocationType: type } };
}

async function answer(
  { body }: AwsCall,
  request: AwsRequest,
  pools: readonly FunctionPool[],
  accept: Accept,
): Promise<AwsAnswer> {
  const pool = findFunction(pools, String(body['FunctionName']));
  if (!pool)
    return refusal(404, 'ResourceNotFoundException', `Function not found: ${String(body['FunctionName'])}`);
  const type = body['InvocationType'] === 'Event' ? 'Event' : 'RequestResponse';
  if (request.body.length > mostBytes[type]) {
    return refusal(
      413,
      'RequestTooLargeException',
      `the payload has ${request.body.length} bytes, and ${type} takes ${mostBytes[type]}`,
    );
  }
  const payload = readPayload(request.body);
  if (!payload) return refusal(400, 'InvalidRequestContentException', 'the payload is not JSON');
  if (body['InvocationType'] === 'DryRun') return { status: 204, headers: {}, body: Buffer.alloc(0) };
  if (type === 'Event') {
    accept(pool, payload.value);
    return { status: 202, headers: {}, body: Buffer.alloc(0) };
  }
  const invocation = await pool.invoke(payload.value);
  const answered = jsonAnswer(200, invocation.ok ? (invocation.response ?? null) : invocation.error);
  const failure: Record<string, string> = invocation.ok ? {} : { 'x-amz-function-error': 'Unhandled' };
  return { ...answered, headers: { ...answered.headers, 'x-amz-executed-version': '$LATEST', ...failure } };
}

/** A call without a payload passes an empty object. */
function readPayload(body: Buffer): { value: unknown } | undefined {
  try {
    return { value: body.length === 0 ? {} : JSON.parse(body.toString()) };
  } catch {
    return undefined;
  }
}

function refusal(status: number, type: string, message: string): AwsAnswer {
  const answered = jsonAnswer(status, { Type: 'User', Message: message });
  return { ...answered, headers: { ...answered.headers, 'x-amzn-errortype': type } };
}
