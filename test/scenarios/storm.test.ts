import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '../../cli/storm/reconcile.ts';
import { manifests, providerNames } from '../../providers/manifests.ts';
import { profiles } from '../../providers/profiles.ts';
import { readEventKeys } from '../../store/event-keys.ts';
import { commandLine } from '../support/command-line.ts';
import { lakeOf, storedByType } from '../support/lake.ts';
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
        '--providers',
        'all',
        '--messages',
        // Four of each provider.
        String(4 * providerNames.length),
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
    const providers = new Set((await stack.rows()).map(({ provider }) => provider));
    // One of them reports on no mail, and seldom has an event in a storm.
    const reporting = manifests.filter(({ name }) => profiles[name].reports.length > 0);
    for (const { name } of reporting) expect([name, providers.has(name)]).toEqual([name, true]);
    // What was accepted is what the table has, as the storm has checked; and the lake has the same.
    const lake = lakeOf(stack);
    await lake.untilTold();
    expect(await lake.eventsByType()).toEqual(await storedByType(stack));
  });

  it('leaves rows that agree with each other and with their payloads', async () => {
    const { exitCode, out } = await commandLine('audit', '--deep', '--json');
    expect([exitCode, out]).toEqual([0, out]);
  });

  it('can be of some providers only, and knows their names', async () => {
    const account = await storm('--providers', 'mandrill, unisender-go', '--messages', '6');
    expect(account).toMatchObject({ exitCode: 0, lost: 0, doubled: 0, refusedGenuine: 0 });
    expect(await commandLine('storm', '--providers', 'mandril')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('did you mean mandrill?'),
    });
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
