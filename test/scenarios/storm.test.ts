import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '../../cli/storm/reconcile.ts';
import { readEventKeys } from '../../store/event-keys.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { aReport } from '../support/stack.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine({ concurrency: 2 });
});
afterAll(() => stack?.stop());

const storm = async (...options: string[]) => {
  const { exitCode, out, error } = await commandLine('storm', '--json', ...options);
  return { exitCode, error, ...JSON.parse(out || '{}') };
};

describe('a storm', () => {
  it('loses nothing, counts nothing twice, and accepts nothing forged', async () => {
    const account = await storm(
      ...[
        '--messages',
        '60',
        '--duplicates',
        '0.3',
        '--shuffle',
        '--poison',
        '0.05',
        '--forged',
        '0.2',
        '--seed',
        '42',
      ],
    );
    expect(account).toMatchObject({
      exitCode: 0,
      error: '',
      lost: 0,
      doubled: 0,
      forgedAccepted: 0,
      refusedGenuine: 0,
    });
    expect(account.eventsSent).toBeGreaterThan(account.eventsAccepted);
    expect(account.poisonSent).toBeGreaterThan(0);
    expect(account.inDeadLetters).toBe(account.poisonSent);
    expect(account.forgedSent).toBeGreaterThan(0);
  });

  it('notices a missing row, and one that nobody sent', async () => {
    await stack.postToSendgrid([aReport(), aReport({ event: 'open' })]);
    await stack.untilIdle();
    const stored = (await stack.rows()).filter(
      ({ messageId, sortKey }) => messageId === 'm1' && String(sortKey).startsWith('E#'),
    );
    const keys = stored.map((row) => ({
      messageId: String(row['messageId']),
      sortKey: String(row['sortKey']),
    }));
    const never = { messageId: 'm1', sortKey: 'E#2026-01-01T00:00:00.000Z#never' };
    const check = async (expected: typeof keys) =>
      reconcile(expected, await readEventKeys(stack.dynamoDb, stack.messagesTable, ['m1'], () => {}));
    expect(await check(keys)).toEqual({ events: 2, lost: [], doubled: [] });
    expect(await check([...keys.slice(1), never])).toEqual({
      events: 2,
      lost: [never],
      doubled: keys.slice(0, 1),
    });
  });
});
