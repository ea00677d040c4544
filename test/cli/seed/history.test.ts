import { describe, expect, it } from 'vitest';
import { historyOf, type SeededMessage } from '../../../cli/seed/history.ts';
import { badDay } from '../../../cli/seed/mailings.ts';
import { parseAddress } from '../../../core/ids.ts';

const settings = { days: 30, messages: 4_000, seed: 1, now: new Date('2026-11-18T12:00:00Z') };
const history = historyOf(settings);
const kindsOf = (messages: readonly SeededMessage[]) =>
  messages.flatMap(({ events }) => events.map(({ kind }) => kind));
const count = (kind: string, messages = history) => kindsOf(messages).filter((each) => each === kind).length;
const about = (message: SeededMessage) => message.events[0];
const sentOn = (day: string, stream?: string) =>
  history.filter((message) => {
    const event = about(message);
    return event?.sentAt?.toISOString().startsWith(day) && (!stream || event.stream === stream);
  });

describe('an invented history', () => {
  it('is the same for the same seed, and another for another one', () => {
    expect(historyOf(settings)).toEqual(history);
    expect(historyOf({ ...settings, seed: 2 })).not.toEqual(history);
  });

  it('has about as many messages as asked for, each with an id of its own, and nothing of the future', () => {
    const ids = history.map((message) => about(message)?.messageId);
    expect(new Set(ids).size).toBe(history.length);
    expect(history.length).toBeGreaterThan(3_800);
    expect(history.length).toBeLessThanOrEqual(4_000);
    for (const { events } of history)
      for (const { at } of events) expect(at.getTime()).toBeLessThanOrEqual(settings.now.getTime());
  });

  it('has several domains, templates with versions, tags, and every kind of news', () => {
    const distinct = (name: 'sendingDomain' | 'template' | 'templateVersion' | 'stream') =>
      new Set(history.map((message) => about(message)?.[name])).size;
    expect(distinct('sendingDomain')).toBeGreaterThanOrEqual(4);
    expect(distinct('template')).toBe(5);
    expect(distinct('templateVersion')).toBeGreaterThanOrEqual(6);
    for (const kind of [
      'delivered',
      'open',
      'machine_open',
      'click',
      'hard_bounce',
      'soft_bounce',
      'complaint',
      'dropped',
      'unsubscribe',
      'deferred',
    ])
      expect([kind, count(kind)]).toEqual([kind, expect.toSatisfy((found: number) => found > 0)]);
  });

  it('has a bad day, whose bounces stand out from the days around it', () => {
    const bounced = (day: string) => {
      const messages = sentOn(day, badDay.stream);
      return count('hard_bounce', messages) / Math.max(1, messages.length);
    };
    expect(bounced('2026-11-10')).toBeGreaterThan(0.1);
    expect(bounced('2026-11-09')).toBeLessThan(0.06);
    expect(sentOn('2026-11-10', badDay.stream).length).toBeGreaterThan(
      sentOn('2026-11-13', badDay.stream).length,
    );
  });

  it('has quiet Sundays, and newsletters on Tuesdays and Thursdays only', () => {
    expect(sentOn('2026-11-15').length).toBeLessThan(sentOn('2026-11-12').length / 2);
    const days = new Set(
      history
        .filter((message) => about(message)?.stream === 'newsletter')
        .map((message) => about(message)?.sentAt?.getUTCDay()),
    );
    expect([...days].toSorted()).toEqual([2, 4]);
  });

  it('is sent to addresses that say that they are invented', () => {
    for (const message of history) {
      const [to = ''] = about(message)?.to ?? [];
      expect([to, parseAddress(to) !== undefined]).toEqual([expect.stringMatching(/\.seed\d+@/), true]);
    }
  });

  it('can be short', () => {
    expect(historyOf({ ...settings, days: 1, messages: 50 }).length).toBeGreaterThan(0);
    expect(historyOf({ ...settings, days: 2, messages: 1 }).length).toBeLessThanOrEqual(1);
  });
});
