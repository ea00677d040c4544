import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { measuredBy } from '../support/metrics.ts';
import { aKeyPair, signed } from '../support/sendgrid.ts';
import { aReport, aStack, type Stack } from '../support/stack.ts';
import { eventually } from '../support/wait.ts';

let stack: Stack;
/** Counts the calls to SQS instead of the messages in the queue, which the consumer empties immediately. */
let enqueued = 0;

beforeAll(async () => {
  stack = await aStack();
  stack.faults.intercept = ({ service, action }) => {
    if (service === 'sqs' && action.startsWith('SendMessage')) enqueued += 1;
    return undefined;
  };
});
beforeEach(() => {
  enqueued = 0;
});
afterAll(() => stack?.stop());

const ours = () => stack.signingKeyOf('sendgrid');
const body = JSON.stringify([aReport()]);

describe('a request that is not genuine', () => {
  it('is refused with 401, and nothing is enqueued', async () => {
    const genuine = signed(body, ours());
    const hourAgo = new Date(Date.now() - 3_600_000);
    const inAnHour = new Date(Date.now() + 3_600_000);
    const requests = {
      forged: signed(body, aKeyPair().signingKey),
      unsigned: { ...genuine, headers: { 'content-type': 'application/json' } },
      stale: signed(body, ours(), hourAgo),
      future: signed(body, ours(), inAnHour),
      truncated: { ...genuine, body: genuine.body.subarray(0, -1) },
      tampered: { ...genuine, body: Buffer.from(body.replace('ana@', 'eve@')) },
      reserialised: { ...genuine, body: Buffer.from(JSON.stringify(JSON.parse(body), null, 1)) },
    };
    for (const [name, request] of Object.entries(requests)) {
      expect([name, await stack.post('sendgrid', request)]).toEqual([name, 401]);
    }
    expect(enqueued).toBe(0);
    // The same stack accepts the genuine request, so it does not refuse everything.
    expect(await stack.post('sendgrid', genuine)).toBe(200);
    expect(enqueued).toBe(1);
  });

  it('leaves only its reason in the log, not the address or the body', async () => {
    await stack.post('sendgrid', signed(body, aKeyPair().signingKey));
    const lines = [...stack.logs.values()].flat().map((line) => line.text);
    expect(lines.some((line) => line.includes('signature-mismatch'))).toBe(true);
    expect(lines.some((line) => line.includes('ana@example.com'))).toBe(false);
  });

  it('is 400 without a body', async () => {
    expect(await stack.post('sendgrid', { headers: {}, body: Buffer.alloc(0) })).toBe(400);
    expect(enqueued).toBe(0);
  });

  it('is 413 above the limit, and counted as unverified', async () => {
    const large = Buffer.alloc(2 * 1024 * 1024 + 1, 'x');
    const text = { 'content-type': 'text/plain' };
    const binary = { 'content-type': 'application/octet-stream' };
    for (const headers of [text, binary])
      expect(await stack.post('sendgrid', { headers, body: large })).toBe(413);
    expect(enqueued).toBe(0);
    await eventually('the metric', () =>
      measuredBy(stack).some(({ name, reason }) => name === 'TooLarge' && reason === 'unverified'),
    );
  });

  it('starts no function when its path is not that of a provider in use', async () => {
    const notFound = async (path: string) => {
      const answer = await fetch(`${stack.apiUrl}${path}`, { method: 'POST', body });
      return [answer.status, await answer.text()];
    };
    // SES posts here only if a topic is on the list.
    for (const path of ['/webhooks/nobody', '/webhooks/ses', '/webhooks', '/webhooks/sendgrid/x', '/'])
      expect([path, ...(await notFound(path))]).toEqual([path, 404, '{"message":"Not Found"}']);
  });
});
