import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressExplained } from '../../cli/ui/address-lines.ts';
import { decisionOf, verdictOn } from '../../core/explain-status.ts';
import { usualSettings } from '../../core/fold-suppression.ts';
import { toAddress, toEventId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import type { Cause } from '../../core/suppression.ts';
import type { StoredEntry } from '../../store/suppression-row.ts';
import { anEvent, anyEvents, foldAll } from '../support/events.ts';

describe('the explanation of a message', () => {
  it('names for each event why it decided, or why it did not', () => {
    const events = [
      anEvent({ type: 'processed', second: 1 }),
      anEvent({ type: 'delivered', second: 2, id: 'd1' }),
      anEvent({ type: 'delivered', second: 2, id: 'd2' }),
      anEvent({ type: 'open', second: 3 }),
      anEvent({ type: 'click', second: 3, id: 'c1' }),
      anEvent({ type: 'click', second: 3, id: 'c2' }),
      anEvent({ type: 'unsubscribe', second: 4 }),
    ];
    const verdicts = events.map((event) => verdictOn(event, foldAll(events), events).verdict);
    expect(verdicts).toEqual([
      'older',
      'duplicate',
      'older',
      'same instant, lower rank',
      'duplicate',
      'decided',
      'no effect on status',
    ]);
  });

  it('says what outranks an event, whatever the time', () => {
    const [bounce, late] = [anEvent({ type: 'hard_bounce' }), anEvent({ type: 'delivered', second: 9 })];
    expect(verdictOn(late, foldAll([bounce, late]), [bounce, late])).toEqual({
      verdict: 'lower precedence',
      because: 'hard_bounce outranks delivered, whatever the time',
    });
  });

  it('says when the status does not know of an event', () => {
    const [first, second] = [anEvent({ type: 'processed' }), anEvent({ type: 'delivered', second: 1 })];
    expect(verdictOn(second, foldAll([first]), [first, second]).verdict).toBe('not counted');
  });

  it('always has exactly one event that decided, unless none touches the status', () => {
    fc.assert(
      fc.property(anyEvents(), (given) => {
        const events = [...new Map(given.map((event) => [event.id, event])).values()];
        const decision = decisionOf(undefined, events);
        const decided = events.filter((event) => verdictOn(event, decision, events).verdict === 'decided');
        expect(decided.map(({ id }) => id)).toEqual(decision ? [decision.eventId] : []);
      }),
    );
  });
});

describe('the explanation of an address', () => {
  const address = toAddress('ana@example.com');
  let made = 0;
  const entry = (day: number, said: { cause?: Cause; scope?: string; by?: string }): StoredEntry => {
    made += 1;
    const facts = {
      address,
      scope: said.scope ?? '*',
      occurredAt: momentFromMillis(Date.UTC(2026, 0, day)),
      id: toEventId(`entry-${made}`),
      by: said.by,
      recordedAt: '2026-01-31T00:00:00.000Z',
    };
    return said.cause ? { ...facts, type: 'evidence', cause: said.cause } : { ...facts, type: 'release' };
  };
  const explained = (...entries: StoredEntry[]) =>
    addressExplained(address, entries, usualSettings, new Date('2026-02-01T00:00:00Z'));

  it('tells of each entry what became of it', () => {
    const { history, active } = explained(
      entry(1, { cause: 'hard_bounce' }),
      entry(2, { by: 'kim' }),
      entry(3, { cause: 'soft_bounce' }),
      entry(4, { cause: 'complaint' }),
      entry(5, { scope: '10' }),
    );
    expect(history.map(({ fate, why }) => [fate, why])).toEqual([
      ['released', 'by kim on 2026-01-02 00:00:00.000'],
      ['ended', 'what happened before: 1 piece of evidence'],
      ['does not suffice', '5 messages must bounce softly within 30 days'],
      ['suppresses', 'since 2026-01-04 00:00:00.000'],
      ['ended nothing', 'no evidence in its scope is older'],
    ]);
    expect(active.map(({ cause }) => cause)).toEqual(['complaint']);
  });

  it('foretells what a release would do, scope by scope', () => {
    const { releaseNow } = explained(
      entry(1, { cause: 'unsubscribe', scope: '10' }),
      entry(2, { cause: 'hard_bounce' }),
    );
    const named = (causes: readonly { cause: string }[]) => causes.map(({ cause }) => cause);
    expect(releaseNow.map(({ scope, ends, stays }) => [scope, named(ends), named(stays)])).toEqual([
      ['*', ['hard_bounce', 'unsubscribe'], []],
      ['10', ['unsubscribe'], ['hard_bounce']],
    ]);
  });
});
