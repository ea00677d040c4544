import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toAddress, toEventId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { operations } from '../../lambdas/api/operations.ts';
import { problem } from '../../lambdas/api/schemas.ts';
import { recordSuppression } from '../../store/record-suppression.ts';
import { callApi } from '../support/api.ts';
import { aReport, aStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await aStack();
});
afterAll(() => stack?.stop());

/** The answer, validated against the API's own schema. */
async function call(id: string, path: string, body?: unknown) {
  const operation = operations.find((each) => each.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  const reply = await callApi(stack, operation.method, path, body);
  expect([reply.status, reply.type]).toEqual([200, 'application/json']);
  operation.answer.parse(reply.body);
  return reply.body;
}

const refused = async (method: string, path: string, body?: unknown) => {
  const reply = await callApi(stack, method, path, body);
  expect(reply.type).toBe('application/problem+json');
  problem.parse(reply.body);
  return [reply.status, reply.body['detail']];
};

const bounce = async (email: string, message: string, timestamp: number) => {
  await stack.postToSendgrid([
    aReport({
      email,
      sg_message_id: `${message}.recvd-1`,
      event: 'bounce',
      type: 'bounce',
      timestamp,
      reason: '550 no such user',
      sg_event_id: `${message}-${timestamp}`,
    }),
  ]);
  await stack.untilIdle();
};

describe('the API', () => {
  it('accepts only signed requests', async () => {
    for (const { method, path } of operations) {
      const target = path.replace('{messageId}', 'm1').replace('{address}', 'a@example.com');
      const body = method === 'GET' ? undefined : {};
      expect([path, (await callApi(stack, method, target, body, { isSigned: false })).status]).toEqual([
        path,
        403,
      ]);
    }
  });

  it('returns the status of a message for each recipient', async () => {
    await stack.postToSendgrid([
      aReport({ sg_message_id: 'story.recvd-1', event: 'processed', timestamp: 1767225600 }),
      aReport({
        sg_message_id: 'story.recvd-1',
        event: 'open',
        timestamp: 1767225700,
        sg_machine_open: true,
      }),
      aReport({
        sg_message_id: 'story.recvd-1',
        event: 'bounce',
        type: 'bounce',
        email: 'gone@example.com',
        timestamp: 1767225601,
        reason: '550 5.1.1 unknown',
        bounce_classification: 'Invalid Address',
      }),
    ]);
    await stack.untilIdle();
    const answer = await call('getMessage', '/v1/messages/story');
    expect(answer).toMatchObject({
      messageId: 'story',
      summary: { processed: 1, hard_bounce: 1 },
      recipients: [
        {
          recipient: 'ana@example.com',
          status: 'processed',
          final: false,
          suppressed: false,
          timeline: [
            { type: 'processed', effect: { verdict: 'decided' } },
            { type: 'open', effect: { verdict: 'machine' }, machine: { likely: true } },
          ],
        },
        {
          recipient: 'gone@example.com',
          status: 'hard_bounce',
          final: true,
          suppressed: true,
          suppressionCause: 'hard_bounce',
          timeline: [
            {
              meaning: expect.stringContaining('never be delivered'),
              smtpReply: '550 5.1.1 unknown',
              bounceClass: 'Invalid Address',
            },
          ],
        },
      ],
    });
    expect(await refused('GET', '/v1/messages/unheard-of')).toEqual([
      404,
      'no event about this message has arrived',
    ]);
  });

  it('answers whether an address is suppressed after a bounce, a release, a repeat of the old bounce, and a new one', async () => {
    const check = async () => {
      const { answers } = await call('checkSuppressions', '/v1/suppressions/check', {
        addresses: ['rosa@example.com', 'Never+Seen@example.com'],
      });
      return (answers as { suppressed: boolean }[]).map(({ suppressed }) => suppressed);
    };
    expect(await check()).toEqual([false, false]);
    await bounce('rosa@example.com', 'rosa-1', 1767225600);
    expect(await check()).toEqual([true, false]);
    const released = await call('release', '/v1/suppressions/rosa@example.com/release', {
      because: 'asked by phone',
    });
    expect(released).toMatchObject({
      suppressed: false,
      history: [
        { type: 'evidence' },
        { type: 'release', by: expect.stringContaining(':user/local'), because: 'asked by phone' },
      ],
    });
    await bounce('rosa@example.com', 'rosa-1', 1767225600);
    expect(await check()).toEqual([false, false]);
    await bounce('rosa@example.com', 'rosa-2', Math.floor(Date.now() / 1000) + 60);
    expect(await check()).toEqual([true, false]);
    expect(await refused('POST', '/v1/suppressions/nobody@example.com/release', { because: 'x' })).toEqual([
      409,
      expect.stringContaining('nothing is in force'),
    ]);
  });

  it('releases a complaint only when it is acknowledged', async () => {
    await stack.postToSendgrid([
      aReport({ email: 'cross@example.com', event: 'spamreport', sg_message_id: 'cross.recvd-1' }),
    ]);
    await stack.untilIdle();
    const path = '/v1/suppressions/cross@example.com/release';
    expect(await refused('POST', path, { because: 'made up' })).toEqual([
      409,
      expect.stringContaining('acknowledgeComplaint'),
    ]);
    expect(await call('release', path, { because: 'made up', acknowledgeComplaint: true })).toMatchObject({
      suppressed: false,
    });
  });

  it('suppresses by hand, and recognises every spelling of an address', async () => {
    for (const address of [
      'plus+sign@example.com',
      "o'hara@example.com",
      'ünïcode@exämple.com',
      'slash/slash@example.com',
      'UPPER@example.com',
    ]) {
      const path = `/v1/suppressions/${encodeURIComponent(address)}`;
      expect(await call('suppress', path, { because: 'asked by letter' })).toMatchObject({
        address: address.toLowerCase().replace('exämple', 'xn--exmple-cua'),
        suppressed: true,
        cause: { cause: 'manual' },
      });
      expect(await call('getSuppression', path)).toMatchObject({
        suppressed: true,
        history: [{ by: expect.any(String), because: 'asked by letter' }],
      });
    }
    await stack.postToSendgrid([
      aReport({
        email: 'group@example.com',
        event: 'group_unsubscribe',
        asm_group_id: 10,
        sg_message_id: 'group.recvd-1',
      }),
    ]);
    await stack.untilIdle();
    expect(await call('getSuppression', '/v1/suppressions/group@example.com')).toMatchObject({
      suppressed: false,
    });
    expect(await call('getSuppression', '/v1/suppressions/group@example.com?stream=10')).toMatchObject({
      suppressed: true,
    });
  });

  it('says that an address is suppressed, however it is written, and never guesses', async () => {
    await bounce('"Doe, Ana" <Spelled@münchen.de>', 'spelled', 1_767_225_600);
    const spellings = [
      'spelled@münchen.de',
      'SPELLED@xn--mnchen-3ya.de',
      '<spelled@münchen.de>',
      'spelled@münchen.de.',
      'mailto:spelled@münchen.de',
      'Someone <spelled@münchen.de>',
    ];
    for (const spelling of spellings) {
      const path = `/v1/suppressions/${encodeURIComponent(spelling)}`;
      expect(await call('getSuppression', path)).toMatchObject({
        address: 'spelled@xn--mnchen-3ya.de',
        suppressed: true,
      });
    }
    const { answers } = await call('checkSuppressions', '/v1/suppressions/check', { addresses: spellings });
    expect(answers).toEqual(spellings.map(() => expect.objectContaining({ suppressed: true })));
    for (const unclear of ['spelled@münchen.de, b@example.com', 'spelled', 'spell%65d@münchen.de']) {
      const path = `/v1/suppressions/${encodeURIComponent(unclear)}`;
      expect(await refused('GET', path)).toEqual([400, expect.stringContaining('e-mail address')]);
    }
  });

  it('pages through the messages of an address without losing or repeating one', async () => {
    const messages = Array.from({ length: 45 }, (_, index) => `page-${index}`);
    await stack.postToSendgrid(
      messages.map((id) => aReport({ email: 'many@example.com', sg_message_id: `${id}.recvd-1` })),
    );
    await stack.untilIdle();
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: Record<string, unknown> = await call(
        'listMessagesOfRecipient',
        `/v1/recipients/many@example.com/messages?limit=20${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...(page['messages'] as { messageId: string }[]).map(({ messageId }) => messageId));
      cursor = page['cursor'] as string | undefined;
    }
    expect(seen.toSorted()).toEqual(messages.toSorted());
    const first = await call('listMessagesOfRecipient', '/v1/recipients/many@example.com/messages?limit=20');
    // Not the last character: some of its bits are not part of the cursor.
    const forged = String(first['cursor']).replace(/^.{9}(.)/, (start, tenth) =>
      start.slice(0, -1).concat(tenth === 'A' ? 'B' : 'A'),
    );
    for (const path of [
      `/v1/recipients/many@example.com/messages?cursor=${forged}`,
      `/v1/recipients/other@example.com/messages?cursor=${first['cursor']}`,
    ]) {
      expect(await refused('GET', path)).toEqual([400, expect.stringContaining('expected a cursor')]);
    }
  });

  it('pages through hundreds of suppressions, newest first, without losing or repeating one', async () => {
    const entries = Array.from({ length: 500 }, (_, index) => ({
      type: 'evidence' as const,
      cause: 'manual' as const,
      address: toAddress(`listed-${index}@example.com`),
      scope: '*',
      // Many have the same time, as after an import.
      occurredAt: momentFromMillis(Date.UTC(2025, 0, 1) + Math.floor(index / 30) * 1000),
      id: toEventId(`listed-${index}`),
    }));
    const table = stack.outputs['AddressesTableName'] ?? '';
    for (let start = 0; start < entries.length; start += 50) {
      await Promise.all(
        entries
          .slice(start, start + 50)
          .map((entry) => recordSuppression(stack.dynamoDb, table, entry, defaultSettings, new Date())),
      );
    }
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: Record<string, unknown> = await call(
        'listSuppressions',
        `/v1/suppressions?reason=manual&limit=100${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...(page['suppressions'] as { address: string }[]).map(({ address }) => address));
      cursor = page['cursor'] as string | undefined;
    }
    const listed = seen.filter((address) => address.startsWith('listed-'));
    expect(new Set(seen).size).toBe(seen.length);
    expect(listed.toSorted()).toEqual(entries.map(({ address }) => address).toSorted());
    expect(listed[0]).toMatch(/^listed-4[89]\d@/);
  });

  it('says what is wrong with a request, and quotes nothing of it', async () => {
    expect(await refused('GET', '/v1/suppressions/nonsense')).toEqual([
      400,
      'expected an e-mail address such as ana@example.com',
    ]);
    expect(await refused('POST', '/v1/suppressions/check', 'not JSON')).toEqual([400, 'body: expected JSON']);
    expect(await refused('POST', '/v1/suppressions/check', { addresses: [] })).toEqual([
      400,
      'expected 1 to 100 addresses',
    ]);
    expect(
      await refused('POST', '/v1/suppressions/check', { addresses: Array(101).fill('a@example.com') }),
    ).toEqual([400, 'expected 1 to 100 addresses']);
    expect(await refused('GET', '/v1/suppressions?reason=boredom')).toEqual([
      400,
      expect.stringMatching(/^expected a cause: /),
    ]);
    expect(await refused('GET', '/v1/suppressions?limit=1000')).toEqual([
      400,
      'expected a limit from 1 to 100',
    ]);
    expect(await refused('PUT', '/v1/suppressions/a@example.com', {})).toEqual([
      400,
      'body.because: missing; expected a string',
    ]);
  });
});

describe('the description of the API', () => {
  it('is served by the local stack', async () => {
    const response = await fetch(`${stack.apiUrl}/openapi.json`);
    expect([response.status, ((await response.json()) as { openapi: string }).openapi]).toEqual([
      200,
      '3.1.0',
    ]);
  });
});
