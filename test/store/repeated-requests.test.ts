import { randomBytes } from 'node:crypto';
import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { release } from '../../app/release.ts';
import { suppress } from '../../app/suppress.ts';
import { toAddress, toEventId } from '../../core/ids.ts';
import { momentFromText } from '../../core/moment.ts';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { storePorts } from '../../store/ports.ts';
import { recordSuppression } from '../../store/record-suppression.ts';
import { createAddressesTable, sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();
const table = `repeats-${randomBytes(4).toString('hex')}`;
beforeAll(() => createAddressesTable(client, table));

/** The use cases over a store whose n-th write fails, before or after it took effect. Each call has a later time. */
let seconds = 0;
function ports(failure?: { readonly write: number; readonly hasEffect: boolean }) {
  let writes = 0;
  const failing = {
    send: async (command: UpdateCommand) => {
      if (!(command instanceof UpdateCommand)) return client.send(command);
      writes += 1;
      if (writes !== failure?.write) return client.send(command);
      if (failure.hasEffect) await client.send(command);
      throw new Error('the connection was lost');
    },
  } as unknown as DynamoDBDocumentClient;
  seconds += 10;
  const moment = new Date(Date.UTC(2026, 5, 1) + seconds * 1_000);
  const now = () => moment;
  const settings = defaultSettings;
  const store = storePorts({
    client: failing,
    messagesTable: 'none',
    addressesTable: table,
    settings,
    ownKey: async () => 'own key',
    now,
  });
  return { ...store, now, newId: () => randomBytes(8).toString('hex') };
}

async function rowsOf(address: string) {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'address = :address',
      ExpressionAttributeValues: { ':address': address },
      ConsistentRead: true,
    }),
  );
  return Items;
}

/** Records a bounce of some months ago. */
function bounced(address: string) {
  const entry = {
    type: 'evidence' as const,
    cause: 'hard_bounce' as const,
    address: toAddress(address),
    scope: '*',
    occurredAt: momentFromText('2026-01-01T00:00:00Z'),
    id: toEventId('bounce'),
    provider: 'sendgrid',
  };
  return recordSuppression(client, table, entry, defaultSettings, new Date('2026-01-01T00:00:01Z'));
}

let people = 0;
function somebody() {
  people += 1;
  return `somebody-${people}@example.com`;
}

const acts = { suppress, release };
const failures = [1, 2].flatMap((write) => [true, false].map((hasEffect) => ({ write, hasEffect })));

describe.each(['suppress', 'release'] as const)('a request to %s that is repeated', (name) => {
  const request = () => ({ address: somebody(), by: 'Kim', because: 'asked by phone', requestId: 'r-1' });
  const before = (address: string) => (name === 'release' ? bounced(address) : undefined);

  it('gets the same answer, and leaves the rows as they are', async () => {
    const asked = request();
    await before(asked.address);
    const first = await acts[name](asked, ports());
    expect(first).toMatchObject({ ok: true });
    const rows = await rowsOf(asked.address);
    expect(await acts[name](asked, ports())).toEqual(first);
    expect(await rowsOf(asked.address)).toEqual(rows);
  });

  it.each(failures)('completes what a failed try has begun: %o', async (failure) => {
    const [whole, broken] = [request(), request()];
    for (const { address } of [whole, broken]) await before(address);
    const expected = await acts[name](whole, ports());
    await expect(acts[name](broken, ports(failure))).rejects.toThrow('connection was lost');
    const repeated = await acts[name](broken, ports());
    const comparable = (value: unknown) =>
      JSON.stringify(value)
        .replaceAll(broken.address, whole.address)
        .replaceAll(/2026-06-\d\dT[\d:.]+Z/g, 'THEN');
    expect(comparable(repeated)).toEqual(comparable(expected));
    expect((await rowsOf(broken.address)).length).toBe((await rowsOf(whole.address)).length);
  });

  it('is another request when its id is another one', async () => {
    const asked = request();
    await before(asked.address);
    await acts[name](asked, ports());
    const rows = await rowsOf(asked.address);
    const second = await acts[name]({ ...asked, requestId: 'r-2' }, ports());
    if (name === 'release') expect(second).toMatchObject({ refusal: { code: 'nothing-to-release' } });
    else expect((await rowsOf(asked.address)).length).toBe(rows.length + 1);
  });

  it('is refused when its id cannot be stored', async () => {
    for (const requestId of ['', 'two words', 'x'.repeat(201)]) {
      expect(await acts[name]({ ...request(), requestId }, ports())).toMatchObject({
        refusal: { code: 'request-id-invalid' },
      });
    }
  });
});

describe('a release that is repeated after new evidence', () => {
  it('says what it ended, and does not end the new evidence', async () => {
    const asked = { address: somebody(), by: 'Kim', because: 'asked by phone', requestId: 'r-1' };
    await bounced(asked.address);
    const first = await release(asked, ports());
    await suppress({ ...asked, because: 'asked again', requestId: 'r-2' }, ports());
    const repeated = await release(asked, ports());
    expect(repeated).toMatchObject({ ok: true, value: { suppressed: true, cause: { cause: 'manual' } } });
    expect(first.ok && repeated.ok && repeated.value.ended).toEqual(first.ok && first.value.ended);
  });
});
