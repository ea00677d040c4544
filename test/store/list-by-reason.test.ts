import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { listSuppressions } from '../../app/list-suppressions.ts';
import { noTimeLimit } from '../../app/ports/time-limit.ts';
import { randomFrom } from '../../cli/storm/random.ts';
import { foldSuppression } from '../../core/fold-suppression.ts';
import { type Address, toAddress, toEventId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import { causes, type SuppressionEntry } from '../../core/suppression.ts';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { inFlight } from '../../store/in-flight.ts';
import { storePorts } from '../../store/ports.ts';
import { recordSuppression } from '../../store/record-suppression.ts';
import { createAddressesTable, sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();
const table = `by-reason-${randomBytes(4).toString('hex')}`;
const now = () => new Date('2026-06-01T00:00:00Z');
const ports = {
  ...noTimeLimit,
  ...storePorts({
    client,
    messagesTable: 'none',
    addressesTable: table,
    settings: { ...defaultSettings, softBounceCap: 2 },
    ownKey: async () => 'own key',
    now,
  }),
};

/** Few times, scopes and providers, so that many entries meet. */
function histories(seed: number, addresses: number): Map<Address, SuppressionEntry[]> {
  const { next, pick } = randomFrom(seed);
  return new Map(
    Array.from({ length: addresses }, (_, index) => {
      const address = toAddress(`person-${index}@example.com`);
      const entries = Array.from({ length: 1 + Math.floor(next() * 6) }, (__, number): SuppressionEntry => {
        const facts = {
          address,
          scope: pick(['*', '*', 'news', 'shop']),
          occurredAt: momentFromMillis(Date.UTC(2026, 0, 1) + Math.floor(next() * 8) * 60_000),
          id: toEventId(`event-${index}-${number}`),
          provider: pick(['sendgrid', 'ses']),
        };
        const type = next();
        if (type < 0.15) return { ...facts, type: 'release', by: 'kim', because: 'asked' };
        if (type < 0.25) return { ...facts, type: 'release' };
        return { ...facts, type: 'evidence', cause: pick(causes) };
      });
      return [address, entries];
    }),
  );
}

async function listed(reason: string | undefined): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listSuppressions({ reason, limit: 7, cursor }, ports);
    if (!page.ok) throw new Error(page.refusal.detail);
    found.push(...page.value.suppressions.map(({ address }) => address));
    cursor = page.value.cursor;
  } while (cursor);
  return found;
}

describe('the list of suppressed addresses', () => {
  const all = histories(4711, 150);
  beforeAll(async () => {
    await createAddressesTable(client, table);
    await inFlight([...all.values()].flat(), 16, async (entry) => {
      await recordSuppression(client, table, entry, ports.settings, now());
    });
  });

  it.each([undefined, ...causes])(
    'by reason %s has exactly the addresses with such a cause in force',
    async (reason) => {
      const expected = [...all].flatMap(([address, entries]) => {
        const { active } = foldSuppression(entries, ports.settings);
        return active.some(({ cause }) => !reason || cause === reason) ? [address] : [];
      });
      expect(expected.length).toBeGreaterThan(1);
      expect((await listed(reason)).toSorted()).toEqual(expected.toSorted());
    },
  );
});
