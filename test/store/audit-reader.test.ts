import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { auditedEvent } from '../../store/audited-message.ts';
import { eventRow } from '../../store/event-row.ts';
import { anEvent } from '../support/events.ts';

const now = new Date('2026-01-10T00:00:00Z');

describe('an event row in an audit', () => {
  const audited = (change: object) =>
    auditedEvent({
      ...eventRow(anEvent({ type: 'unknown', id: 'e1' }), { receivedAt: now }, { now, windowDays: 30 }),
      ...change,
    });

  it('is readable, or its problem is reported', () => {
    expect(audited({})).toMatchObject({ event: { id: 'e1', type: 'unknown' } });
    expect(audited({ payload: Buffer.from('no gzip') })).toMatchObject({
      place: 'm1 E#2026-01-01T00:00:00.000Z#e1',
      problem: { found: expect.stringContaining('first byte') },
    });
    expect(audited({ payload: gzipSync('{') })).toHaveProperty('problem');
    expect(audited({ sortKey: 'E#yesterday#e1' })).toHaveProperty('problem');
    expect(audited({ type: undefined })).toMatchObject({ problem: { found: 'no type' } });
  });
});
