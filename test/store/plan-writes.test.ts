import { describe, expect, it } from 'vitest';
import { strandOf } from '../../core/head.ts';
import { planWrites } from '../../store/plan-writes.ts';
import { entryIn, type SuppressionRow } from '../../store/suppression-rows.ts';
import { anEvent, foldAll } from '../support/events.ts';

const receivedAt = new Date('2026-01-01T00:01:00Z');
const reading = (...events: ReturnType<typeof anEvent>[]) => ({ receivedAt, events });

function entryOf(row: SuppressionRow) {
  const entry = entryIn(row);
  if (!entry) throw new Error('expected a row with an entry');
  return entry;
}

describe('the writes of a batch', () => {
  it('are one row per event and one status per message and recipient', () => {
    const plan = planWrites([
      reading(
        anEvent({ type: 'processed', second: 1 }),
        anEvent({ type: 'delivered', second: 2 }),
        anEvent({ type: 'delivered', to: 'b@example.com' }),
      ),
    ]);
    expect(plan.writes.map((write) => write.type).toSorted()).toEqual([
      'event',
      'event',
      'event',
      'status',
      'status',
    ]);
  });

  it('contain an event once, however often it is in the batch, and each of its messages needs that write', () => {
    const event = anEvent({ id: 'e1' });
    const plan = planWrites([reading(event, event), reading(event)]);
    expect(plan.writes).toHaveLength(2);
    expect(plan.needs).toEqual([new Set([0, 1]), new Set([0, 1])]);
  });

  it('contain the final status, even when a later message decided it', () => {
    const plan = planWrites([
      reading(anEvent({ type: 'hard_bounce' })),
      reading(anEvent({ type: 'complaint' })),
    ]);
    expect(plan.writes.filter((write) => write.type === 'status')).toMatchObject([
      { status: { type: 'complaint' } },
    ]);
  });

  it('contain the final status, even when an earlier message decided it, with the times of both', () => {
    const events = [anEvent({ type: 'hard_bounce', second: 1 }), anEvent({ type: 'delivered', second: 2 })];
    const { writes } = planWrites(events.map((event) => reading(event)));
    const [status] = writes.filter(({ type }) => type === 'status');
    expect(status).toMatchObject({ status: foldAll(events) });
  });

  it('add each entry to the history of an address once, and only causes that are recorded', () => {
    const events = [
      anEvent({ type: 'hard_bounce' }),
      anEvent({ type: 'soft_bounce' }),
      anEvent({ type: 'resubscribe' }),
    ];
    const recorded = (isRecorded?: Parameters<typeof planWrites>[1]) =>
      planWrites([reading(...events), reading(...events)], isRecorded).writes.flatMap((write) =>
        write.type === 'suppression' ? [`${write.row.part} ${strandOf(entryOf(write.row))[0]}`] : [],
      );
    expect(recorded()).toEqual([
      'log hard_bounce',
      'head hard_bounce',
      // The head of soft bounces is found after they are written.
      'soft soft_bounce',
      'log resubscribe',
      'head resubscribe',
    ]);
    expect(recorded((entry) => entry.type === 'release')).toEqual(['log resubscribe', 'head resubscribe']);
  });

  it('join the evidence of one cause and day into one row of the history and one head', () => {
    const drops = [3, 1, 2].map((second) => anEvent({ type: 'dropped', id: `e${second}`, second }));
    const plan = planWrites([reading(...drops)]);
    const rows = plan.writes.flatMap((write) =>
      write.type === 'suppression' && write.row.part !== 'soft' ? [write.row] : [],
    );
    expect(rows.map(({ part, head }) => [part, head.first.id, head.latest.id])).toEqual([
      ['log', 'e1', 'e3'],
      ['head', 'e1', 'e3'],
    ]);
  });

  it('are in the order of the messages, so that the first are complete when time runs out', () => {
    const plan = planWrites([reading(anEvent({ messageId: 'm1' })), reading(anEvent({ messageId: 'm2' }))]);
    expect(plan.needs).toEqual([new Set([0, 1]), new Set([2, 3])]);
  });

  it('show a message of imported events at the time of the first, unless other events show that it is of today', () => {
    const imported = (...events: ReturnType<typeof anEvent>[]) => ({
      ...reading(...events),
      imported: true as const,
    });
    const seen = (...readings: Parameters<typeof planWrites>[0]) =>
      planWrites(readings).writes.flatMap((write) => (write.type === 'status' ? [write.firstSeenAt] : []));
    const [early, late] = [anEvent({ second: 1 }), anEvent({ second: 2 })];
    expect(seen(imported(late), imported(early))).toEqual(['2026-01-01T00:00:01.000Z']);
    expect(seen(imported(early), reading(late))).toEqual([undefined]);
    expect(seen(reading(late), imported(early))).toEqual([undefined]);
    // The provider's clock was ahead when it happened.
    expect(seen(imported(anEvent({ second: 3_600 })))).toEqual([receivedAt.toISOString()]);
  });

  it('are marked as imported if no other event is behind them', () => {
    const imported = (...events: ReturnType<typeof anEvent>[]) => ({
      ...reading(...events),
      imported: true as const,
    });
    const marks = (...readings: Parameters<typeof planWrites>[0]) =>
      planWrites(readings).writes.flatMap((write) =>
        write.type === 'suppression' ? [write.imported ?? false] : [],
      );
    const [one, other] = [
      anEvent({ type: 'complaint', second: 1 }),
      anEvent({ type: 'complaint', second: 2 }),
    ];
    expect(marks(imported(one, other))).toEqual([true, true]);
    expect(marks(imported(one), reading(other))).toEqual([false, false]);
    expect(marks(reading(one), imported(other))).toEqual([false, false]);
  });

  it('leave the status unchanged without a recipient, or with a type that does not affect it', () => {
    const { recipient: _, ...nobody } = anEvent({ type: 'open' });
    const plan = planWrites([
      reading(nobody, anEvent({ type: 'unsubscribe' }), anEvent({ type: 'unknown' })),
    ]);
    expect(plan.writes.filter((write) => write.type === 'event')).toHaveLength(3);
    expect(plan.writes.filter((write) => write.type === 'status')).toEqual([]);
  });
});
