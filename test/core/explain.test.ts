import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionOf, explainStatus } from '../../core/explain-status.ts';
import { explainEntry } from '../../core/explain-suppression.ts';
import type { MessageStatus } from '../../core/fold-status.ts';
import { defaultSettings, foldSuppression } from '../../core/fold-suppression.ts';
import { headsOf } from '../../core/head.ts';
import { toAddress, toEventId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import { releaseOutcome } from '../../core/release-outcome.ts';
import type { Cause, SuppressionEntry } from '../../core/suppression.ts';
import { anEvent, anyEvents, foldAll } from '../support/events.ts';

describe('the explanation of a message', () => {
  it('says for each event why it decided, or why it did not', () => {
    const events = [
      anEvent({ type: 'processed', second: 1 }),
      anEvent({ type: 'delivered', second: 2, id: 'd1' }),
      anEvent({ type: 'delivered', second: 2, id: 'd2' }),
      anEvent({ type: 'open', second: 3 }),
      anEvent({ type: 'click', second: 3, id: 'c1' }),
      anEvent({ type: 'click', second: 3, id: 'c2' }),
      anEvent({ type: 'unsubscribe', second: 4 }),
    ];
    const effects = events.map((event) => explainStatus(event, foldAll(events), events));
    expect(effects).toEqual([
      { verdict: 'older', lostTo: { id: 'c2', provider: 'sendgrid', type: 'click' } },
      { verdict: 'duplicate', lostTo: { id: 'd2', provider: 'sendgrid', type: 'delivered' } },
      { verdict: 'older', lostTo: { id: 'c2', provider: 'sendgrid', type: 'click' } },
      { verdict: 'lower_rank', lostTo: { id: 'c2', provider: 'sendgrid', type: 'click' } },
      { verdict: 'duplicate', lostTo: { id: 'c2', provider: 'sendgrid', type: 'click' } },
      { verdict: 'decided' },
      { verdict: 'no_effect' },
    ]);
  });

  it('names the event that outranks another, regardless of the time', () => {
    const [bounce, late] = [
      anEvent({ type: 'hard_bounce', id: 'b' }),
      anEvent({ type: 'delivered', second: 9 }),
    ];
    expect(explainStatus(late, foldAll([bounce, late]), [bounce, late])).toEqual({
      verdict: 'outranked',
      lostTo: { id: 'b', provider: 'sendgrid', type: 'hard_bounce' },
    });
  });

  it('tells two events of one id apart by their providers', () => {
    const events = ['sendgrid', 'ses'].map((provider) => anEvent({ id: 'e1', provider }));
    expect(events.map((event) => explainStatus(event, foldAll(events), events))).toEqual([
      { verdict: 'duplicate', lostTo: { id: 'e1', provider: 'ses', type: 'delivered' } },
      { verdict: 'decided' },
    ]);
  });

  it('finds the event that decided a status from before the provider was part of the precedence', () => {
    const event = anEvent({ id: 'e1' });
    const stored = { ...(foldAll([event]) as MessageStatus), precedence: '0|2026-01-01T00:00:00.000Z|3|e1' };
    expect(explainStatus(event, decisionOf(stored, [event]), [event])).toEqual({ verdict: 'decided' });
  });

  it('says that a machine opened the message, unless the stored status comes from that open', () => {
    const [delivered, proxy] = [anEvent({}), anEvent({ type: 'open', id: 'p', second: 1, byMachine: true })];
    const explain = (status = foldAll([delivered])) => explainStatus(proxy, status, [delivered, proxy]);
    expect(explain()).toEqual({ verdict: 'machine' });
    expect(explain(foldAll([anEvent({ type: 'open', id: 'p', second: 1 })]))).toEqual({ verdict: 'decided' });
  });

  it('says when the status does not include an event', () => {
    const [first, second] = [anEvent({ type: 'processed' }), anEvent({ type: 'delivered', second: 1 })];
    expect(explainStatus(second, foldAll([first]), [first, second])).toEqual({ verdict: 'not_counted' });
  });

  it('always has exactly one event that decided, unless none touches the status', () => {
    fc.assert(
      fc.property(anyEvents(), (given) => {
        const events = [...new Map(given.map((event) => [`${event.id} ${event.provider}`, event])).values()];
        const decision = decisionOf(undefined, events);
        const decided = events.filter(
          (event) => explainStatus(event, decision, events).verdict === 'decided',
        );
        expect(decided.map(({ id, provider }) => [id, provider])).toEqual(
          decision ? [[decision.eventId, decision.provider]] : [],
        );
      }),
    );
  });
});

describe('the explanation of an address', () => {
  const address = toAddress('ana@example.com');
  const entry = (
    day: number,
    said: { cause?: Cause; scope?: string; by?: string; id?: string; provider?: string },
  ): SuppressionEntry => {
    const facts = {
      address,
      scope: said.scope ?? '*',
      occurredAt: momentFromMillis(Date.UTC(2026, 0, day)),
      id: toEventId(said.id ?? `entry-${day}`),
      by: said.by,
      provider: said.provider,
    };
    return said.cause ? { ...facts, type: 'evidence', cause: said.cause } : { ...facts, type: 'release' };
  };

  it('states the effect of each entry', () => {
    const suppression = foldSuppression(
      [
        entry(1, { cause: 'hard_bounce' }),
        entry(2, { by: 'kim' }),
        entry(3, { cause: 'soft_bounce' }),
        entry(4, { cause: 'complaint' }),
        entry(5, { scope: '10' }),
        entry(6, { cause: 'unsubscribe' }),
      ],
      { ...defaultSettings, causes: ['hard_bounce', 'soft_bounce', 'complaint'] },
    );
    const settings = {
      ...defaultSettings,
      causes: ['hard_bounce', 'soft_bounce', 'complaint'] as readonly Cause[],
    };
    expect(
      suppression.history.map((each) =>
        explainEntry(each, { ...suppression, heads: headsOf(suppression.history, settings) }, settings),
      ),
    ).toEqual([
      { fate: 'released', releasedBy: 'entry-2' },
      { fate: 'ended', evidenceEnded: 1 },
      { fate: 'not_enough' },
      { fate: 'suppresses' },
      { fate: 'ended_nothing' },
      { fate: 'switched_off' },
    ]);
  });

  it('says that a resubscribe ended the unsubscribe, and nothing worse', () => {
    const suppression = foldSuppression(
      [
        entry(1, { cause: 'complaint' }),
        entry(2, { cause: 'unsubscribe', provider: 'resend' }),
        entry(3, { cause: 'unsubscribe', provider: 'ses' }),
        entry(4, { provider: 'resend' }),
        entry(5, { provider: 'sendgrid' }),
      ],
      defaultSettings,
    );
    expect(
      suppression.history.map((each) =>
        explainEntry(
          each,
          { ...suppression, heads: headsOf(suppression.history, defaultSettings) },
          defaultSettings,
        ),
      ),
    ).toEqual([
      { fate: 'suppresses' },
      { fate: 'released', releasedBy: 'entry-4' },
      { fate: 'suppresses' },
      { fate: 'ended', evidenceEnded: 1 },
      { fate: 'ended_nothing' },
    ]);
  });

  it('predicts what a release would end and what would stay', () => {
    const entries = [entry(1, { cause: 'unsubscribe', scope: '10' }), entry(2, { cause: 'hard_bounce' })];
    const outcome = (scope: string, day = 31) => {
      const release = { ...entry(day, { scope, by: 'kim' }), type: 'release' as const };
      const { ends, stays } = releaseOutcome(headsOf(entries, defaultSettings), release, defaultSettings);
      return [ends, stays].map((causes) => causes.map(({ cause }) => cause));
    };
    expect(outcome('*')).toEqual([['hard_bounce', 'unsubscribe'], []]);
    expect(outcome('10')).toEqual([['unsubscribe'], ['hard_bounce']]);
    expect(outcome('*', 1)).toEqual([['unsubscribe'], ['hard_bounce']]);
    expect(outcome('11')).toEqual([[], ['hard_bounce', 'unsubscribe']]);
  });
});
