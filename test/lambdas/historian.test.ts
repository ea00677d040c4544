import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { listLake } from '../../lake/lake-objects.ts';
import { readParquet } from '../../lake/parquet.ts';
import { tellRecords } from '../../lambdas/historian/tell-records.ts';
import { eventRow } from '../../store/event-row.ts';
import { factsInImage } from '../../store/stored-facts.ts';
import { telling } from '../lake/support/a-lake.ts';
import { anEvent } from '../support/events.ts';
import { memoryObjects } from '../support/objects.ts';

const times = { now: new Date('2026-01-01T00:01:00Z'), windowDays: 30 };
const arrival = { receivedAt: new Date('2026-01-01T00:00:30Z') };

/** A record as Lambda passes it: bytes are base64. */
function recordOf(event: ReturnType<typeof anEvent>, eventID = 'r1') {
  const image = marshall(eventRow(event, arrival, times), { removeUndefinedValues: true });
  const { B = new Uint8Array() } = image['payload'] ?? {};
  const payload = { B: Buffer.from(B).toString('base64') as unknown as Uint8Array };
  return { eventID, eventName: 'INSERT', dynamodb: { NewImage: { ...image, payload } as typeof image } };
}

function aHistorian(objects = memoryObjects()) {
  const lines: [string, Record<string, unknown>][] = [];
  const deps = {
    context: telling(),
    objects,
    factsIn: (image: Parameters<typeof factsInImage>[0]) => factsInImage(image, () => []),
    log: {
      info: (message: string, fields: Record<string, unknown>) => lines.push([message, fields]),
      error: (message: string, fields: Record<string, unknown>) => lines.push([message, fields]),
    },
  };
  return { objects, deps, lines };
}

describe('the historian', () => {
  it('writes one object for each day, by the time of the events', async () => {
    const { objects, deps, lines } = aHistorian();
    const nextDay = 86_400;
    await tellRecords(
      [anEvent(), anEvent({ type: 'open', second: 5 }), anEvent({ type: 'click', second: nextDay })].map(
        (event) => recordOf(event),
      ),
      deps,
    );
    expect((await listLake(objects)).map(({ day, rows }) => [day, rows])).toEqual([
      ['2026-01-01', 2],
      ['2026-01-02', 1],
    ]);
    expect(lines).toEqual([['events told', { events: 3, objects: 2 }]]);
  });

  it('writes the same objects when it gets the same records again', async () => {
    const { objects, deps } = aHistorian();
    const records = [anEvent({ id: 'a' }), anEvent({ id: 'b', type: 'open' })].map((event) =>
      recordOf(event),
    );
    await tellRecords(records, deps);
    const before = objects.keys();
    await tellRecords(records, deps);
    expect(objects.keys()).toEqual(before);
  });

  it('leaves out a row that cannot be read, and tells all others', async () => {
    const { objects, deps, lines } = aHistorian();
    const broken = {
      ...recordOf(anEvent(), 'r2'),
      dynamodb: { NewImage: { sortKey: { S: 'E#whenever#x' } } },
    };
    await tellRecords([recordOf(anEvent()), broken, recordOf(anEvent({ id: 'z' }))], deps);
    expect((await listLake(objects)).map(({ rows }) => rows)).toEqual([2]);
    expect(lines[0]).toEqual([
      'a row cannot be read; the lake is without its event',
      { streamEventId: 'r2', error: expect.any(Error) },
    ]);
  });

  it('tells only what is new: neither a row that changed nor a status', async () => {
    const { objects, deps } = aHistorian();
    const changed = { ...recordOf(anEvent()), eventName: 'MODIFY' };
    const status = { eventName: 'INSERT', dynamodb: { NewImage: { sortKey: { S: 'S#ana@example.com' } } } };
    await tellRecords([changed, status], deps);
    expect(objects.keys()).toEqual([]);
  });

  it('fails when the lake cannot be written, so that Lambda passes the records again', async () => {
    const { deps } = aHistorian();
    const objects = { write: () => Promise.reject(new Error('SlowDown')) };
    await expect(tellRecords([recordOf(anEvent())], { ...deps, objects })).rejects.toThrow('SlowDown');
  });

  it('finds the server in the payload when a setting asks for it', async () => {
    const { objects, deps } = aHistorian();
    const context = telling({ sendingDomains: { postmark: { servers: { 23: 'a.example' } } } });
    const event = { ...anEvent({ provider: 'postmark' }), payload: { ServerID: 23 } };
    const factsIn = (image: Parameters<typeof factsInImage>[0]) => factsInImage(image, () => ['ServerID']);
    await tellRecords([recordOf(event)], { ...deps, context, factsIn });
    const [{ key } = { key: '' }] = await listLake(objects);
    const content = (await objects.read(key)) ?? new Uint8Array();
    expect((await readParquet(content)).columns.sending_domain).toEqual(['a.example']);
  });
});
