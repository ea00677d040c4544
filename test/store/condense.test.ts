import { randomBytes } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkSuppressions } from '../../app/check-suppressions.ts';
import { forget } from '../../app/forget.ts';
import type { SuppressionState } from '../../app/suppression-state.ts';
import { foldSuppression } from '../../core/fold-suppression.ts';
import { type Address, toAddress, toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import type { Cause, Evidence, SuppressionEntry } from '../../core/suppression.ts';
import { defaultSettings } from '../../core/suppression-settings.ts';
import { removeCondensed, writeCondensed } from '../../store/condense.ts';
import { forgettingStore } from '../../store/forgetting-store.ts';
import { inFlight } from '../../store/in-flight.ts';
import { storePorts } from '../../store/ports.ts';
import { readAddressRows } from '../../store/read-address.ts';
import { recordSuppression } from '../../store/record-suppression.ts';
import { isLegacyKey } from '../../store/suppression-row.ts';
import { storeEarlierRows } from '../support/earlier-rows.ts';
import { createAddressesTable, createTable, sharedDynamoDb } from '../support/tables.ts';

const client = sharedDynamoDb();
const table = `condense-${randomBytes(4).toString('hex')}`;
const messages = `${table}-messages`;
const settings = { ...defaultSettings, softBounceCap: 3 };
const start = Date.UTC(2026, 0, 1);
const now = () => new Date('2026-06-01T00:00:00Z');
beforeAll(async () => {
  await createAddressesTable(client, table);
  await createTable(client, messages, 'messageId');
});

const ports = {
  ...storePorts({
    client,
    messagesTable: messages,
    addressesTable: table,
    settings,
    ownKey: async () => 'own key',
    now,
  }),
  now,
  newId: () => randomBytes(8).toString('hex'),
};

let made = 0;
function evidence(address: Address, cause: Cause, hour: number, changes: Partial<Evidence> = {}): Evidence {
  made += 1;
  return {
    type: 'evidence',
    cause,
    address,
    scope: '*',
    provider: 'sendgrid',
    occurredAt: momentFromMillis(start + hour * 3_600_000),
    id: toEventId(`event-${made}`),
    messageId: toMessageId(`message-${made}`),
    diagnostic: '550 no such user',
    ...changes,
  };
}
const release = (address: Address, hour: number, by?: string, scope = '*'): SuppressionEntry => {
  const {
    type: _,
    cause: __,
    diagnostic: ___,
    messageId: ____,
    ...facts
  } = evidence(address, 'manual', hour);
  return { ...facts, type: 'release', scope, ...(by && { by, because: 'asked' }) };
};

/** Something of every kind: in force, released, below and above the cap, for all mail and for streams. */
function aHistory(address: Address): SuppressionEntry[] {
  made = 0;
  return [
    evidence(address, 'complaint', 1),
    release(address, 2, 'kim'),
    evidence(address, 'dropped', 3),
    evidence(address, 'dropped', 50),
    evidence(address, 'unsubscribe', 5, { scope: 'news' }),
    release(address, 6, undefined, 'news'),
    evidence(address, 'unsubscribe', 7, { scope: 'shop', provider: 'ses' }),
    ...[10, 40, 41].map((hour) => evidence(address, 'soft_bounce', hour)),
    evidence(address, 'manual', 100, { scope: 'shop', by: 'kim', because: 'asked' }),
  ];
}

const storeAsBefore = (entries: readonly SuppressionEntry[]) => storeEarlierRows(client, table, entries);

let people = 0;
const somebody = () => {
  people += 1;
  return toAddress(`person-${people}@example.com`);
};

/** A client that does something else before its n-th call. */
function interrupted(place: number, interrupt: () => Promise<void>) {
  let calls = 0;
  const by = {
    send: async (command: never) => {
      calls += 1;
      if (calls === place) await interrupt();
      return client.send(command);
    },
  } as unknown as DynamoDBDocumentClient;
  return { by, calls: () => calls };
}

async function condense(by: DynamoDBDocumentClient, address: Address): Promise<number> {
  const source = { client: by, table, settings };
  return (await writeCondensed(source, address)) ? removeCondensed(source, address) : 0;
}

/** What questions find, through the ports of the use cases. */
async function answersAbout(address: Address) {
  const asked = await Promise.all(
    [undefined, 'news', 'shop'].map((stream) =>
      checkSuppressions({ addresses: [address], ...(stream && { stream }) }, ports),
    ),
  );
  return asked.map((answer) => {
    if (!answer.ok) throw new Error(answer.refusal.detail);
    // Whether there may be more causes depends on how many rows a short question reads.
    const { moreCauses: _, ...state } = answer.value.answers[0] as SuppressionState;
    return state;
  });
}
const rowsOf = (address: Address) => readAddressRows(client, table, address);
const oldRowsOf = async (address: Address) =>
  (await rowsOf(address)).filter(({ sortKey }) => isLegacyKey(String(sortKey)));
/** Rows without the name of their address, to compare those of two addresses. */
const comparable = async (address: Address) =>
  JSON.parse(JSON.stringify(await rowsOf(address)).replaceAll(address, 'SOMEBODY')).map(
    ({ version: _, cause: __, occurredAt: ___, ...row }: Record<string, unknown>) => row,
  );

/** The calls of condensing the history, by number. */
let places: readonly number[] = [];
const placesAtOnce = 6;
beforeAll(async () => {
  const [address, counted] = [somebody(), interrupted(0, async () => {})];
  await storeAsBefore(aHistory(address));
  await condense(counted.by, address);
  places = Array.from({ length: counted.calls() }, (_, index) => index + 1);
  expect(places.length).toBeGreaterThan(30);
});

describe('rows of an earlier version', () => {
  it('are condensed into the rows that this version would have written', async () => {
    const [old, fresh] = [somebody(), somebody()];
    await storeAsBefore(aHistory(old));
    for (const entry of aHistory(fresh))
      await recordSuppression(client, table, entry, settings, new Date(entry.occurredAt));
    const before = await answersAbout(old);
    expect(await condense(client, old)).toBe(aHistory(old).length);
    expect(await comparable(old)).toEqual(await comparable(fresh));
    expect(await answersAbout(old)).toEqual(before);
    expect(await condense(client, old)).toBe(0);
  });

  it('answer the same after every call of condensing them, and again when it goes on after a crash', async () => {
    const model = somebody();
    await storeAsBefore(aHistory(model));
    await condense(client, model);
    const done = await comparable(model);
    await inFlight(places, placesAtOnce, async (place) => {
      const address = somebody();
      await storeAsBefore(aHistory(address));
      const before = await answersAbout(address);
      const crashing = interrupted(place, async () => {
        throw new Error('the end of the process');
      });
      await expect(condense(crashing.by, address)).rejects.toThrow('the end of the process');
      expect([place, await answersAbout(address)]).toEqual([place, before]);
      await condense(client, address);
      expect([place, await comparable(address)]).toEqual([place, done]);
    });
  });

  it('and what is recorded meanwhile give the same state, whenever that happens', async () => {
    const news: readonly ((address: Address) => SuppressionEntry)[] = [
      (address) => evidence(address, 'dropped', 51, { id: toEventId('new-1') }),
      (address) => evidence(address, 'soft_bounce', 80, { id: toEventId('new-2') }),
      (address) => ({ ...release(address, 95, 'lou'), id: toEventId('new-3') }),
      (address) => evidence(address, 'complaint', 0, { id: toEventId('new-4') }),
    ];
    await inFlight(
      places.filter((each) => each % 3 === 1),
      placesAtOnce,
      async (place) => {
        const address = somebody();
        const old = aHistory(address);
        await storeAsBefore(old);
        const added = news.map((make) => make(address));
        const busy = interrupted(place, async () => {
          for (const entry of added) await recordSuppression(client, table, entry, settings, now());
        });
        await condense(busy.by, address);
        await condense(client, address);
        expect(await oldRowsOf(address)).toEqual([]);
        const { heads } = await ports.headsOf(address, {});
        const { active } = foldSuppression([...old, ...added], settings);
        const summary = active.map(({ cause, scope, since }) => ({ cause, scope, since }));
        const found = (await answersAbout(address))[2];
        expect([
          place,
          heads.length > 0,
          found?.causes.map(({ cause, scope, since }) => ({ cause, scope, since })),
        ]).toEqual([place, true, summary]);
      },
    );
  });

  it('do not come back when their address is forgotten meanwhile', async () => {
    await inFlight(
      places.filter((each) => each % 3 === 1),
      placesAtOnce,
      async (place) => {
        const address = somebody();
        await storeAsBefore(aHistory(address));
        const forgetting = forgettingStore({
          client,
          tables: { messages, addresses: table },
          settings,
          ownKey: async () => 'own key',
          now,
        });
        const busy = interrupted(place, async () => {
          await forget({ address, by: 'kim', because: 'asked' }, forgetting);
        });
        await condense(busy.by, address);
        expect([place, await rowsOf(address)]).toEqual([place, []]);
        expect((await answersAbout(address))[0]).toMatchObject({ suppressed: true });
      },
    );
  });

  it('are removed only when all they say is written', async () => {
    const address = somebody();
    await storeAsBefore(aHistory(address));
    expect(await removeCondensed({ client, table, settings }, address)).toBe(0);
    expect(await oldRowsOf(address)).toHaveLength(aHistory(address).length);
  });

  it('are left alone when they cannot be read', async () => {
    const address = somebody();
    const odd = evidence(address, 'dropped', 1, { cause: 'bad luck' as Cause });
    await storeAsBefore([odd, evidence(address, 'dropped', 2)]);
    expect(await condense(client, address)).toBe(1);
    expect(await oldRowsOf(address)).toMatchObject([{ cause: 'bad luck' }]);
  });
});
