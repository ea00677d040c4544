import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Context, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordsOf } from '../../proof/post.ts';

type Call = { readonly operation: string; readonly input: Record<string, unknown> };

/** Accepts every call, like an empty table. */
let calls: Call[] = [];
let server: Server;

const environment = {
  MAILFOLD_NAME: 'Mailfold',
  MESSAGES_TABLE: 'messages',
  ADDRESSES_TABLE: 'addresses',
  DEDUPE_WINDOW_DAYS: '30',
  STATUS_RETENTION_DAYS: '400',
  SUPPRESSION: JSON.stringify({ softBounceCap: 5, softBounceWindowDays: 30, causes: [] }),
  STANDARD_SOURCES: '{}',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    calls.push({ operation, input: JSON.parse(await text(request)) });
    response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.stubEnv('EVENTS_QUEUE_URL', `${url}/queue`);
  vi.stubEnv('AWS_ENDPOINT_URL', url);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
beforeEach(() => {
  calls = [];
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

let messages = 0;

/** Runs the function with one delivery report. Returns the ids of the messages that it hands back. */
async function run(remainingMillis: () => number): Promise<{ ids: string[]; unfinished: string[] }> {
  const { handler } = await import('../../../lambdas/consumer/handler.ts');
  messages += 1;
  const event = {
    kind: 'delivered',
    to: ['ana@example.com'],
    messageId: `m${messages}`,
    at: new Date('2026-01-01T00:00:00Z'),
  };
  const records = recordsOf([{ provider: 'sendgrid', event }]);
  const context = { getRemainingTimeInMillis: remainingMillis } as Context;
  const { batchItemFailures } = await handler({ Records: records } as unknown as SQSEvent, context);
  return {
    ids: records.map(({ messageId }) => messageId),
    unfinished: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
  };
}

type Attribute = { readonly N?: string; readonly S?: string };
const secondsOf = (moment: Attribute | undefined) => Math.floor(Date.parse(moment?.S ?? '') / 1000);
const rowsWritten = () => calls.filter(({ operation }) => operation !== 'BatchGetItem');

describe('the consumer behind its queue', () => {
  it('keeps an event for the dedupe window and a status for its retention', async () => {
    const { unfinished } = await run(() => 60_000);
    expect(unfinished).toEqual([]);
    const put = calls.find(({ operation }) => operation === 'PutItem');
    const row = put?.input['Item'] as Record<string, Attribute>;
    expect(Number(row['expiresAt']?.N) - secondsOf(row['storedAt'])).toBe(30 * 86_400);
    const update = calls.find(({ operation }) => operation === 'UpdateItem');
    const values = update?.input['ExpressionAttributeValues'] as Record<string, Attribute>;
    expect(Number(values[':expiresAt']?.N) - secondsOf(values[':firstSeen'])).toBe(400 * 86_400);
  });

  it('starts no write when little of its time is left, and hands the message back', async () => {
    let asked = 0;
    const { ids, unfinished } = await run(() => {
      asked += 1;
      return asked === 1 ? 60_000 : 500;
    });
    expect(unfinished).toEqual(ids);
    expect(rowsWritten()).toEqual([]);
  });
});
