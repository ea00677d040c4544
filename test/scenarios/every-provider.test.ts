import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namesWithSecret } from '../../providers/manifests.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { aStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await aStack();
});
afterAll(() => stack?.stop());

/** A signed request about a message of its own, as the provider would post it. */
async function aRequest(provider: string, messageId: string, key = stack.signingKeyOf(provider)) {
  const simulator = await simulatorOf(provider);
  const kind = simulator?.kinds.includes('delivered') ? 'delivered' : 'unknown';
  const [payload] =
    simulator?.payloadsOf([{ kind, to: ['ana@example.com'], messageId, at: new Date() }]) ?? [];
  if (!simulator || !payload) throw new Error(`${provider} cannot be played`);
  return simulator.sign(payload, key, new Date(), stack.webhookUrl(provider));
}

const eventRows = async () => (await stack.rows()).filter(({ sortKey }) => String(sortKey).startsWith('E#'));

describe.each(namesWithSecret)('%s, through the whole stack', (provider) => {
  it('is stored once, however often it is delivered, and refused with another key', async () => {
    const before = (await eventRows()).length;
    const request = await aRequest(provider, `whole-${provider}`);
    for (let time = 0; time < 3; time += 1) expect(await stack.post(provider, request)).toBe(200);
    const simulator = await simulatorOf(provider);
    const forged = await aRequest(provider, 'forged', simulator?.makeKeys().signingKey);
    expect(await stack.post(provider, forged)).toBe(401);
    await stack.untilIdle();
    expect((await eventRows()).length).toBe(before + 1);
    expect(await stack.message('forged')).toBeUndefined();
  });
});

describe('a new webhook URL', () => {
  it('answers what providers send to it before any event, and stores nothing', async () => {
    const before = (await eventRows()).length;
    for (const provider of namesWithSecret) {
      const url = stack.webhookUrl(provider);
      const simulator = await simulatorOf(provider);
      for (const { method, headers, body } of simulator?.checks?.(
        stack.signingKeyOf(provider),
        new Date(),
        url,
      ) ?? []) {
        const { status } = await fetch(url, { method, headers, ...(method === 'POST' && { body }) });
        expect([provider, method, status]).toEqual([provider, method, 200]);
      }
    }
    await stack.untilIdle();
    expect((await eventRows()).length).toBe(before);
  });

  it('answers no other method: that is a path without a route', async () => {
    for (const method of ['GET', 'PUT', 'HEAD'])
      expect([method, (await fetch(stack.webhookUrl('sendgrid'), { method })).status]).toEqual([method, 404]);
  });
});

describe('a Mailgun token', () => {
  it('is valid for one body: a retry is accepted, another body is refused for good', async () => {
    const request = await aRequest('mailgun', 'token-1');
    expect(await stack.post('mailgun', request)).toBe(200);
    expect(await stack.post('mailgun', request)).toBe(200);
    // The same JSON with other whitespace and another order of keys.
    const { signature, 'event-data': data } = JSON.parse(request.body.toString());
    const reordered = Object.fromEntries(Object.entries(data).toReversed());
    const rewritten = Buffer.from(JSON.stringify({ 'event-data': reordered, signature }, null, 2));
    expect(await stack.post('mailgun', { ...request, body: rewritten })).toBe(200);
    const other = { signature, 'event-data': { ...data, recipient: 'victim@example.com' } };
    expect(await stack.post('mailgun', { ...request, body: Buffer.from(JSON.stringify(other)) })).toBe(406);
    await stack.untilIdle();
    expect((await stack.message('token-1'))?.recipients.map(({ recipient }) => recipient)).toEqual([
      'ana@example.com',
    ]);
  });
});
