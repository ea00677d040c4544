import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aReport, aStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await aStack();
});
afterAll(() => stack?.stop());

const statuses = async (messageId: string) =>
  (await stack.message(messageId))?.recipients.map(({ recipient, status }) => [recipient, status?.type]);

describe('from a signed webhook to a status', () => {
  it('a batch becomes one row per event and one status per recipient', async () => {
    const batch = [
      aReport({ event: 'processed', timestamp: 1767225600 }),
      aReport({ event: 'delivered', timestamp: 1767225605, response: '250 OK' }),
      aReport({
        event: 'bounce',
        type: 'bounce',
        email: 'Gone@Example.com',
        timestamp: 1767225606,
        reason: '550 no such user',
      }),
    ];
    expect(await stack.postToSendgrid(batch)).toBe(200);
    await stack.untilIdle();
    expect(await statuses('m1')).toEqual([
      ['ana@example.com', 'delivered'],
      ['gone@example.com', 'hard_bounce'],
    ]);
    const history = await stack.message('m1');
    expect(history?.recipients[0]?.events).toMatchObject([
      { type: 'processed', payload: batch[0] },
      { type: 'delivered', diagnostic: '250 OK', payload: batch[1] },
    ]);
    expect(history?.recipients[1]?.events[0]).toMatchObject({
      recipientAsGiven: 'Gone@Example.com',
      diagnostic: '550 no such user',
    });
  });

  it('an event that arrives five times is one row', async () => {
    const report = aReport({ sg_message_id: 'repeated.recvd-1', event: 'open' });
    for (let time = 0; time < 4; time += 1) expect(await stack.postToSendgrid([report])).toBe(200);
    // Twice in one request, and together with other events than before.
    expect(await stack.postToSendgrid([aReport({ sg_message_id: 'company.recvd-1' }), report, report])).toBe(
      200,
    );
    await stack.untilIdle();
    expect((await stack.message('repeated'))?.recipients[0]?.events).toHaveLength(1);
  });

  it('a bounce stays the status after older and newer delivery reports', async () => {
    const report = (event: string, timestamp: number, fields = {}) =>
      aReport({ sg_message_id: 'late.recvd-1', event, timestamp, ...fields });
    await stack.postToSendgrid([report('bounce', 1767225610, { type: 'bounce' })]);
    await stack.untilIdle();
    await stack.postToSendgrid([report('delivered', 1767225601)]);
    await stack.postToSendgrid([report('delivered', 1767225699)]);
    await stack.untilIdle();
    const history = await stack.message('late');
    expect(history?.recipients[0]?.status).toMatchObject({
      type: 'hard_bounce',
      // The later time is still stored.
      times: { hard_bounce: '2026-01-01T00:00:10.000Z', delivered: '2026-01-01T00:01:39.000Z' },
    });
    expect(history?.recipients[0]?.events).toHaveLength(3);
  });

  it('events out of order give the status of their own times', async () => {
    const report = (event: string, timestamp: number) =>
      aReport({ sg_message_id: 'order.recvd-1', event, timestamp });
    for (const [event, timestamp] of [
      ['click', 1767225640],
      ['open', 1767225630],
      ['processed', 1767225601],
      ['delivered', 1767225602],
    ] as const) {
      await stack.postToSendgrid([report(event, timestamp)]);
      await stack.untilIdle();
    }
    const status = (await stack.message('order'))?.recipients[0]?.status;
    expect(status?.type).toBe('click');
    expect(Object.keys(status?.times ?? {}).toSorted()).toEqual(['click', 'delivered', 'open', 'processed']);
  });

  it('an SES bounce of two recipients, published to the topic, gives two statuses', async () => {
    const mail = {
      timestamp: '2026-01-01T00:00:00.000Z',
      messageId: 'ses-1',
      destination: ['a@example.com', 'b@example.com'],
    };
    const bounce = {
      feedbackId: 'f1',
      bounceType: 'Permanent',
      bounceSubType: 'General',
      timestamp: '2026-01-01T00:00:05.000Z',
      bouncedRecipients: [{ emailAddress: 'a@example.com' }, { emailAddress: 'b@example.com' }],
    };
    await stack.publishToTopic({ eventType: 'Bounce', bounce, mail });
    // A notification of the same bounce through the identity adds nothing.
    await stack.publishToTopic({ notificationType: 'Bounce', bounce, mail });
    await stack.untilIdle();
    expect(await statuses('ses-1')).toEqual([
      ['a@example.com', 'hard_bounce'],
      ['b@example.com', 'hard_bounce'],
    ]);
    expect((await stack.message('ses-1'))?.recipients.flatMap(({ events }) => events)).toHaveLength(2);
  });

  it('characters that SQS would replace arrive unchanged', async () => {
    const odd = 'emoji \u{1f4e7}, control \u0001, \ufffe, NUL \u0000, a lone \ud800 surrogate';
    const report = aReport({ sg_message_id: 'odd.recvd-1', note: odd });
    expect(await stack.postToSendgrid([report])).toBe(200);
    await stack.untilIdle();
    const [stored] = (await stack.message('odd'))?.recipients[0]?.events ?? [];
    expect(stored?.payload).toEqual(report);
  });

  it('a full batch of 768 KB is stored whole', async () => {
    const reports: object[] = [];
    for (let size = 2; size < 768 * 1024; size += JSON.stringify(reports.at(-1)).length + 1) {
      reports.push(aReport({ sg_message_id: `big-${reports.length % 40}.recvd-1`, note: 'x'.repeat(600) }));
    }
    expect(await stack.postToSendgrid(reports)).toBe(200);
    await stack.untilIdle();
    const stored = await Promise.all(Array.from({ length: 40 }, (_, index) => stack.message(`big-${index}`)));
    expect(
      stored.flatMap((history) => history?.recipients.flatMap(({ events }) => events) ?? []),
    ).toHaveLength(reports.length);
  });
});
