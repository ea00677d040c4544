import { beforeEach, describe, expect, it } from 'vitest';
import type { CountQuestion } from '../../app/ports/analytics.ts';
import type { StoredFacts } from '../../app/ports/lake.ts';
import { stats } from '../../app/stats.ts';
import { addCounts, noCounts, type SendCounts } from '../../core/rates.ts';
import { mailHistory } from '../support/mail-history.ts';
import { aFact } from '../support/told.ts';
import { type ALake, aLake, telling } from './support/a-lake.ts';

let lake: ALake;
beforeEach(async () => {
  lake = await aLake();
  return () => lake.close();
});

let made = 0;

/** An event of a send, by day of January or February 2026: `2` is the second of January, `33` the second of February. */
function told(day: number, type: string, facts: object = {}): StoredFacts {
  made += 1;
  const at = new Date(Date.UTC(2026, 0, day, 12)).toISOString();
  return aFact({ id: `event-${made}`, type, occurredAt: at, receivedAt: at, ...facts });
}

const send = (messageId: string, facts: object = {}) => ({ messageId, ...facts });

async function counts(question: Partial<CountQuestion> & { by?: CountQuestion['by'] } = {}) {
  return lake.analytics.countSends({
    from: '2026-01-01' as never,
    to: '2026-01-31' as never,
    basis: 'sending-day',
    ...question,
  });
}

const by = (dimension: string, most = 50) => ({
  by: { dimension: dimension as never, most, rankedFrom: '2026-01-01' as never },
});

function only(expected: Partial<SendCounts>): SendCounts {
  return { ...noCounts, ...expected };
}

describe('an empty lake', () => {
  it('answers every question with nothing', async () => {
    expect(await counts()).toEqual([]);
    expect(await counts(by('tag'))).toEqual([]);
    expect(await lake.ask('select * from events')).toEqual([]);
    expect(await lake.ask('select * from rates_by_domain')).toEqual([]);
  });
});

describe('a send', () => {
  it('counts once for its day of sending, whatever happened to it and when', async () => {
    await lake.tell([
      told(2, 'processed'),
      told(2, 'delivered'),
      told(3, 'open'),
      told(3, 'open'),
      told(4, 'click'),
      told(9, 'complaint'),
    ]);
    expect(await counts()).toEqual([
      {
        day: '2026-01-02',
        counts: only({ attempted: 1, sent: 1, delivered: 1, opened: 1, clicked: 1, complained: 1 }),
      },
    ]);
  });

  it('that bounces three days later changes the day on which it was sent', async () => {
    await lake.tell([told(2, 'processed')]);
    expect(await counts()).toEqual([{ day: '2026-01-02', counts: only({ attempted: 1, sent: 1 }) }]);
    await lake.tell([told(5, 'hard_bounce')]);
    expect(await counts()).toEqual([
      { day: '2026-01-02', counts: only({ attempted: 1, sent: 1, bounced: 1 }) },
    ]);
  });

  it('of last month does not count as one of this month because of a late report', async () => {
    await lake.tell([told(20, 'delivered'), told(33, 'hard_bounce')]);
    const february = { from: '2026-02-01' as never, to: '2026-02-28' as never };
    expect(await counts(february)).toEqual([]);
    expect(await counts()).toMatchObject([{ counts: { sent: 1, bounced: 1 } }]);
  });

  it('was sent when the provider says so, and not when its first event was told', async () => {
    await lake.tell([told(5, 'delivered', { provider: 'ses', sentAt: '2026-01-03T23:59:59.999Z' })]);
    expect(await counts()).toMatchObject([{ day: '2026-01-03' }]);
  });

  it('counts once although its event is told again on day 31, when the table no longer knows it', async () => {
    const delivered = told(2, 'delivered');
    await lake.tell([delivered]);
    await lake.tell([
      { ...delivered, receivedAt: '2026-02-02T12:00:00.000Z' },
      told(33, 'delivered', send('m2')),
    ]);
    expect(await counts()).toMatchObject([{ counts: { sent: 1 } }]);
    expect(await lake.ask('select count(*), min(received_at) from events')).toEqual([
      [2, '2026-01-02 12:00:00.000'],
    ]);
  });

  it('that was only opened, without a report of its delivery, is in no rate', async () => {
    await lake.tell([told(2, 'open')]);
    expect(await counts()).toEqual([{ day: '2026-01-02', counts: only({ undelivered: 1 }) }]);
  });

  it('that bounced softly and was delivered later did not bounce', async () => {
    await lake.tell([told(2, 'soft_bounce'), told(2, 'delivered'), told(2, 'soft_bounce', send('m2'))]);
    expect(await counts()).toMatchObject([{ counts: { sent: 2, softBounced: 1, bounced: 0 } }]);
  });

  it('that was dropped was attempted, and not sent', async () => {
    await lake.tell([told(2, 'dropped')]);
    expect(await counts()).toEqual([{ day: '2026-01-02', counts: only({ attempted: 1, dropped: 1 }) }]);
  });
});

describe('machines', () => {
  it('change no figure about people', async () => {
    const people = [told(2, 'delivered'), told(2, 'open'), told(2, 'delivered', send('m2'))];
    await lake.tell(people);
    const [before] = await counts();
    const machine = { machine: { likely: true, rule: 'prefetch' } };
    await lake.tell([told(2, 'open', { ...send('m2'), ...machine }), told(3, 'click', machine)]);
    const [after] = await counts();
    expect(after?.counts).toEqual({ ...before?.counts, machineOpened: 1, machineClicked: 1 });
    expect(after?.counts.opened).toBe(1);
  });

  it('are people where nobody says that they are machines', async () => {
    await lake.tell([told(2, 'delivered'), told(2, 'open', { machine: { likely: false, rule: 'x' } })]);
    expect(await counts()).toMatchObject([{ counts: { opened: 1, machineOpened: 0 } }]);
  });
});

describe('groups', () => {
  it('and what is not told add up to the whole, for every dimension that a send has once', async () => {
    await lake.tell(mailHistory({ seed: 7, sends: 300, days: 10 }), telling({ metadata: ['campaign'] }));
    const whole = (await counts()).map((row) => row.counts).reduce(addCounts, noCounts);
    expect(whole.attempted).toBeGreaterThan(250);
    const dimensions = ['domain', 'provider', 'stream', 'template', 'mailbox', 'hour', 'metadata:campaign'];
    for (const dimension of dimensions) {
      for (const most of [50, 2]) {
        const rows = await counts(by(dimension, most));
        expect(rows.map((row) => row.counts).reduce(addCounts, noCounts)).toEqual(whole);
        const names = new Set(rows.flatMap(({ group }) => (group?.type === 'named' ? [group.name] : [])));
        expect(names.size).toBeLessThanOrEqual(most);
        expect(names.size).toBeGreaterThan(1);
      }
    }
  });

  it('are the most frequent values of the days asked about, and the rest is other', async () => {
    const sends = (name: string, day: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        told(day, 'delivered', send(`${name}-${day}-${index}`, { stream: name })),
      );
    await lake.tell([
      ...sends('old', 1, 9),
      ...sends('a', 20, 3),
      ...sends('b', 20, 2),
      ...sends('c', 20, 1),
    ]);
    await lake.tell([told(20, 'delivered', send('without'))]);
    const ranked = { dimension: 'stream' as const, most: 2, rankedFrom: '2026-01-10' as never };
    const rows = await counts({ by: ranked });
    expect(rows.map(({ day, group, counts: { sent } }) => [day, group, sent])).toEqual([
      ['2026-01-01', { type: 'other' }, 9],
      ['2026-01-20', { type: 'named', name: 'a' }, 3],
      ['2026-01-20', { type: 'named', name: 'b' }, 2],
      ['2026-01-20', { type: 'not-told' }, 1],
      ['2026-01-20', { type: 'other' }, 1],
    ]);
  });

  it('by tag have a send once for each of its tags', async () => {
    await lake.tell([
      told(2, 'delivered', send('m1', { tags: ['a', 'b'] })),
      told(2, 'delivered', send('m2', { tags: ['a'] })),
      told(2, 'delivered', send('m3')),
    ]);
    const rows = await counts(by('tag'));
    expect(rows.map(({ group, counts: { sent } }) => [group, sent])).toEqual([
      [{ type: 'named', name: 'a' }, 2],
      [{ type: 'named', name: 'b' }, 1],
      [{ type: 'not-told' }, 1],
    ]);
  });

  it('by a custom argument find its value, whatever characters it and its name have', async () => {
    const name = `it's "a\\.*" (name)`;
    await lake.tell(
      [told(2, 'delivered', { metadata: { [name]: 'val"ue\\ ü' } })],
      telling({ metadata: [name] }),
    );
    expect(await counts(by(`metadata:${name}`))).toMatchObject([
      { group: { type: 'named', name: 'val"ue\\ ü' } },
    ]);
  });

  it('by a dimension that only bad news would tell do not make that group bad', async () => {
    // As Postmark does with the sender: known for bounces only.
    const onlyBounces = { ...telling(), isAlwaysTold: () => false };
    await lake.tell(
      [told(2, 'delivered'), told(2, 'hard_bounce', { ...send('m2'), sendingDomain: 'mail.example' })],
      onlyBounces,
    );
    expect(await counts(by('domain'))).toMatchObject([
      { group: { type: 'not-told' }, counts: { sent: 2, bounced: 1 } },
    ]);
  });
});

describe('by event day', () => {
  it('each thing counts on the day on which it happened', async () => {
    await lake.tell([told(2, 'delivered'), told(3, 'open'), told(3, 'open'), told(9, 'complaint')]);
    const rows = await counts({ basis: 'event-day' });
    expect(rows).toEqual([
      { day: '2026-01-02', counts: only({ attempted: 1, sent: 1, delivered: 1 }) },
      { day: '2026-01-03', counts: only({ opened: 1 }) },
      { day: '2026-01-09', counts: only({ complained: 1 }) },
    ]);
  });
});

describe('the statistics of a history', () => {
  it('have no rate above 100 %, in total and in every group, whatever was lost', async () => {
    const events = mailHistory({ seed: 3, sends: 400, days: 20 });
    // Half of the events never arrived.
    await lake.tell(events.filter((_, index) => index % 2 === 0));
    const answered = await stats(
      { from: '2026-01-01', to: '2026-01-31', by: 'template' },
      { analytics: lake.analytics, now: () => new Date('2026-02-01') },
    );
    if (!answered.ok) throw new Error('refused');
    const { total, by: groups, series } = answered.value;
    const all = [total, ...series, ...(groups?.rows ?? []).map(({ figures }) => figures)];
    for (const { rates } of all)
      for (const { share } of Object.values(rates ?? {})) expect(share ?? 0).toBeLessThanOrEqual(1);
    expect(total.counts.undelivered).toBeGreaterThan(0);
    expect(total.counts.opened).toBeGreaterThan(0);
  });
});
