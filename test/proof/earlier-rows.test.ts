import { randomBytes } from 'node:crypto';
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { condenseAll } from '../../app/audit/condense.ts';
import { checkSuppressions } from '../../app/check-suppressions.ts';
import { explainAddress } from '../../app/explain-address.ts';
import { toAddress, toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import type { Evidence } from '../../core/suppression.ts';
import { defaultSettings as settings } from '../../core/suppression-settings.ts';
import { auditRepairer } from '../../store/audit-repairer.ts';
import { storePorts } from '../../store/ports.ts';
import { storeEarlierRows } from '../support/earlier-rows.ts';
import { createAddressesTable, sharedDynamoDb } from '../support/tables.ts';
import { budget } from './budget.ts';

const client = sharedDynamoDb();
const table = `earlier-${randomBytes(4).toString('hex')}`;
const address = toAddress('dead.mailbox@example.com');
const now = () => new Date('2026-06-01T00:00:00Z');
/** One alert a minute to a dead mailbox. */
const drops = Array.from(
  { length: budget.earlierDrops },
  (_, minute): Evidence => ({
    type: 'evidence',
    cause: 'dropped',
    address,
    scope: '*',
    provider: 'sendgrid',
    occurredAt: momentFromMillis(Date.UTC(2026, 0, 1) + minute * 60_000),
    id: toEventId(`event-${minute}`),
    messageId: toMessageId(`message-${minute}`),
    diagnostic: '550 5.1.1 The email account that you tried to reach does not exist',
  }),
);
const days = new Set(drops.map(({ occurredAt }) => occurredAt.slice(0, 10))).size;

beforeAll(async () => {
  await createAddressesTable(client, table);
  await storeEarlierRows(client, table, drops);
}, budget.timeoutMillis);

/** Read units of one question. */
async function unitsOfCheck(): Promise<number> {
  let units = 0;
  const send = async (command: QueryCommand) => {
    const answer = await client.send(new QueryCommand({ ...command.input, ReturnConsumedCapacity: 'TOTAL' }));
    units += answer.ConsumedCapacity?.CapacityUnits ?? 0;
    return answer;
  };
  const answer = await checkSuppressions(
    { addresses: [address] },
    portsOf({ send } as unknown as DynamoDBDocumentClient),
  );
  expect(answer).toMatchObject({ value: { answers: [{ suppressed: true }] } });
  return units;
}

function portsOf(by: DynamoDBDocumentClient) {
  const tables = { messagesTable: `${table}-messages`, addressesTable: table };
  return { ...storePorts({ client: by, ...tables, settings, ownKey: async () => 'own key', now }), now };
}

describe('an address with very many rows of an earlier version', () => {
  it(
    'costs at most 2 read units to check once a repair has condensed them, and its history can be read',
    async () => {
      const before = await unitsOfCheck();
      expect(before).toBeGreaterThan(drops.length / 50);
      const repairer = auditRepairer(client, { messages: `${table}-messages`, addresses: table }, settings);
      const report = await condenseAll(
        new Map([[address, drops.length]]),
        repairer,
        () => ({ advance: () => {}, end: () => {} }),
        async () => {},
      );
      expect(report).toEqual({ condensed: { addresses: 1, rows: drops.length } });
      expect(await unitsOfCheck()).toBeLessThanOrEqual(2);
      const explained = await explainAddress({ address }, portsOf(client));
      if (!explained.ok) throw new Error(explained.refusal.detail);
      // One row for each day, with the first and the last drop.
      expect(explained.value.history).toHaveLength(days);
      expect(explained.value).toMatchObject({
        suppressed: true,
        causes: [{ cause: 'dropped', since: drops[0]?.occurredAt }],
      });
    },
    budget.timeoutMillis,
  );
});
