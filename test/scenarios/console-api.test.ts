import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AddressChanges,
  DeadLetterGroups,
  DeadLetters,
  EventPayload,
  Health,
  LiveEvents,
  Me,
  MessageReport,
  Redriven,
  ReleasePreviews,
  Setup,
  SuppressionCounts,
  SuppressionPage,
} from '../../client/api.ts';
import { callApi } from '../support/api.ts';
import { aReport, aStack, type Stack } from '../support/stack.ts';
import { eventually } from '../support/wait.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await aStack();
});
afterAll(() => stack?.stop());

/** The answer, which has to be as documented. */
async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const reply = await callApi(stack, method, path, body);
  expect([path, reply.status, reply.status === 200 ? '' : reply.body]).toEqual([path, 200, '']);
  return reply.body as Answer;
}

const bounce = (email: string, message: string) =>
  stack.postToSendgrid([
    aReport({
      email,
      sg_message_id: `${message}.recvd-1`,
      event: 'bounce',
      type: 'bounce',
      reason: '550 no',
    }),
  ]);
const suppressed = async (...addresses: string[]) => {
  await Promise.all(addresses.map((address) => bounce(address, `m-${address}`)));
  await stack.untilIdle();
};

describe('whoever uses the console', () => {
  it('is told who they are, what the stack has, and how each provider is set up', async () => {
    await suppressed('first@setup.example');
    const me = await ask<Me>('GET', '/v1/me');
    expect(me).toMatchObject({
      caller: { type: 'iam', name: expect.stringContaining(':user/local') },
      roles: ['viewer', 'support', 'operator'],
      stack: stack.stackName,
    });
    const { providers, settings } = await ask<Setup>('GET', '/v1/setup');
    expect(providers.map(({ name }) => name)).toEqual(me.providers.map(({ name }) => name));
    expect(providers.find(({ name }) => name === 'sendgrid')).toMatchObject({
      url: stack.outputs['WebhookUrlSendgrid'],
      key: 'present',
      lastEventAt: expect.any(String),
    });
    expect(providers.find(({ name }) => name === 'ses')).toMatchObject({
      topicArn: stack.outputs['SesTopicArn'],
      key: 'not-needed',
      lastEventAt: null,
    });
    expect(settings).toMatchObject({ dedupeWindowDays: 30, suppression: { softBounceCap: 5 } });
    // Whether a key is there, and never the key.
    expect(JSON.stringify(providers)).not.toContain(stack.signingKeyOf('sendgrid').slice(0, 20));
  });

  it('sees that every step works, and which provider was heard of', async () => {
    const { state, findings } = await ask<Health>('GET', '/v1/health');
    expect(findings.filter((each) => each.state === 'unwell')).toEqual([]);
    expect(state).toBe('well');
    expect(findings.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['keys', 'events queue', 'consumer', 'dead letters', 'sendgrid']),
    );
  });

  it('gets an event as its provider sent it', async () => {
    await bounce('raw@payload.example', 'payload-1');
    await stack.untilIdle();
    const { recipients } = await ask<MessageReport>('GET', '/v1/messages/payload-1');
    const { id, provider, occurredAt } = recipients[0]?.timeline[0] ?? {
      id: '',
      provider: '',
      occurredAt: '',
    };
    const query = new URLSearchParams({ id, provider, occurredAt });
    const { payload } = await ask<EventPayload>('GET', `/v1/payloads/payload-1?${query}`);
    expect(JSON.parse(payload)).toMatchObject({ email: 'raw@payload.example', event: 'bounce' });
    query.set('provider', 'mailgun');
    expect((await callApi(stack, 'GET', `/v1/payloads/payload-1?${query}`)).status).toBe(404);
  });

  it('sees events as they are stored', async () => {
    let { cursor } = await ask<LiveEvents>('GET', '/v1/live');
    await bounce('now@live.example', 'live-1');
    const seen: unknown[] = [];
    await eventually('the event to be seen', async () => {
      const next = await ask<LiveEvents>('GET', `/v1/live?cursor=${encodeURIComponent(cursor)}`);
      cursor = next.cursor;
      seen.push(...next.events);
      return seen.length > 0;
    });
    expect(seen).toMatchObject([{ messageId: 'live-1', recipient: 'now@live.example', type: 'hard_bounce' }]);
    // Nothing is told twice.
    expect((await ask<LiveEvents>('GET', `/v1/live?cursor=${encodeURIComponent(cursor)}`)).events).toEqual(
      [],
    );
  });
});

describe('the list of suppressed addresses', () => {
  it('can be limited to a domain, and counted', async () => {
    await suppressed('a@one.example', 'b@one.example', 'c@sub.one.example', 'd@two.example');
    const list = await ask<SuppressionPage>('GET', '/v1/suppressions?domain=ONE.example');
    expect(list.suppressions.map(({ address }) => address).sort()).toEqual([
      'a@one.example',
      'b@one.example',
    ]);
    const first = await ask<SuppressionPage>('GET', '/v1/suppressions?domain=one.example&limit=1');
    const cursor = encodeURIComponent(first.cursor ?? '');
    const second = await ask<SuppressionPage>('GET', `/v1/suppressions?domain=one.example&cursor=${cursor}`);
    expect([...first.suppressions, ...second.suppressions]).toHaveLength(2);
    const { counts } = await ask<SuppressionCounts>('GET', '/v1/suppressions/counts?domain=one.example');
    expect(counts.filter(({ addresses }) => addresses > 0)).toEqual([
      { cause: 'hard_bounce', addresses: 2, isComplete: true },
    ]);
    expect((await callApi(stack, 'GET', '/v1/suppressions?domain=no%20domain')).status).toBe(400);
  });

  it('can be changed for several addresses at once, each with an answer of its own', async () => {
    await suppressed('x@many.example', 'y@many.example');
    const addresses = ['x@many.example', 'y@many.example'];
    const { previews } = await ask<ReleasePreviews>('POST', '/v1/suppressions/preview', { addresses });
    expect(previews.map(({ address, ends }) => [address, ends.length])).toEqual([
      ['x@many.example', 1],
      ['y@many.example', 1],
    ]);
    const released = await ask<AddressChanges>('POST', '/v1/suppressions/release', {
      addresses: [...addresses, 'fresh@many.example', 'nobody'],
      because: 'the mailboxes are back',
    });
    expect(released.results).toMatchObject([
      { address: 'x@many.example', outcome: 'done', suppressed: false, ended: [{ cause: 'hard_bounce' }] },
      { address: 'y@many.example', outcome: 'done', suppressed: false },
      { address: 'fresh@many.example', outcome: 'refused', code: 'nothing-to-release' },
      { address: 'nobody', outcome: 'refused', code: 'not-an-address' },
    ]);
    const again = await ask<AddressChanges>('POST', '/v1/suppressions/suppress', {
      addresses,
      because: 'asked by letter',
    });
    expect(again.results).toMatchObject([{ suppressed: true }, { suppressed: true }]);
    const { history } = await ask<{ history: object[] }>('GET', '/v1/suppressions/x@many.example');
    expect(history.slice(1)).toMatchObject([
      { type: 'release', because: 'the mailboxes are back', by: expect.stringContaining(':user/local') },
      { cause: 'manual', because: 'asked by letter' },
    ]);
  });

  it('takes lines of a file, in the name of whoever sends them', async () => {
    const lines = [
      { address: 'in@file.example', cause: 'complaint', since: '2026-01-01T00:00:00Z', by: 'somebody else' },
      { address: 'not an address' },
    ];
    const request = { lines, because: 'list of the earlier provider' };
    const imported = await ask<{ bad: object[] }>('POST', '/v1/suppressions/import', request);
    expect(imported).toMatchObject({ added: 1, unchanged: 0, bad: [{ line: 2 }] });
    expect(await ask('POST', '/v1/suppressions/import', request)).toMatchObject({ added: 0, unchanged: 1 });
    const { causes } = await ask<{ causes: object[] }>('GET', '/v1/suppressions/in@file.example');
    expect(causes).toMatchObject([
      {
        cause: 'complaint',
        lastEvidence: { by: expect.stringContaining(':user/local'), because: 'list of the earlier provider' },
      },
    ]);
  });
});

describe('dead letters', () => {
  it('are listed by reason, shown, and sent again', async () => {
    await stack.postToSendgrid('not JSON at all');
    await stack.postToSendgrid('nor is this one');
    await eventually('2 dead letters', async () => (await stack.depthOf('DeadLetterQueueUrl')) === 2);
    const unwell = (await ask<Health>('GET', '/v1/health')).findings.find(
      ({ what }) => what === 'dead letters',
    );
    expect(unwell).toMatchObject({ state: 'unwell', repair: expect.stringContaining('dlq list') });

    const { groups, ...extent } = await ask<DeadLetterGroups>('GET', '/v1/dead-letters');
    expect(groups).toMatchObject([{ provider: 'sendgrid', count: 2 }]);
    expect(extent).toEqual({ lookedAt: 2, total: 2, isComplete: true });
    await eventually('the letters to be visible again', async () => {
      const { letters } = await ask<DeadLetters>('GET', '/v1/dead-letters/bodies?provider=sendgrid');
      return letters.length === 2 && letters.some(({ body }) => body === 'not JSON at all');
    });
    expect((await callApi(stack, 'POST', '/v1/dead-letters/redrive', {})).status).toBe(400);
    expect((await callApi(stack, 'GET', '/v1/dead-letters?queue=other')).status).toBe(400);
    const moved = await ask<Redriven>('POST', '/v1/dead-letters/redrive', { all: true });
    expect(moved).toMatchObject({ moved: 2, dryRun: false });
    // They are as bad as before.
    await eventually('2 dead letters', async () => (await stack.depthOf('DeadLetterQueueUrl')) === 2);
  });
});
