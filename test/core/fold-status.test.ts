import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EmailEvent } from '../../core/email-event.ts';
import { foldStatus, includesStatus, joinStatus, type MessageStatus } from '../../core/fold-status.ts';
import { statusTypes } from '../../core/precedence.ts';
import { anEvent, anyEvents, foldAll } from '../support/events.ts';

const anyOrder = (events: readonly EmailEvent[]) =>
  fc.shuffledSubarray([...events], { minLength: events.length });

describe('the status of a message', () => {
  it('stays bounced when a late delivery report arrives, whether it is older or newer', () => {
    const bounced = foldAll([anEvent({ type: 'hard_bounce', second: 5 })]);
    for (const second of [1, 9]) {
      expect(foldStatus(bounced, anEvent({ type: 'delivered', second }))).toMatchObject({
        type: 'hard_bounce',
      });
    }
  });

  it('is a complaint in the end, whichever of bounce and complaint came first', () => {
    const bounce = anEvent({ type: 'hard_bounce', second: 1 });
    const complaint = anEvent({ type: 'complaint', second: 2 });
    expect(foldAll([bounce, complaint])).toEqual(foldAll([complaint, bounce]));
    expect(foldAll([bounce, complaint])?.type).toBe('complaint');
  });

  it('is what happened last, by the time of the provider and not by arrival', () => {
    const events = [anEvent({ type: 'open', second: 3 }), anEvent({ type: 'delivered', second: 2 })];
    expect(foldAll(events)?.type).toBe('open');
  });

  it('prefers the later stage within one second', () => {
    const events = [anEvent({ type: 'delivered' }), anEvent({ type: 'processed' })];
    expect(foldAll(events)?.type).toBe('delivered');
  });

  it('is not changed by unsubscribes, resubscribes and unknown events', () => {
    for (const type of ['unsubscribe', 'resubscribe', 'unknown'] as const) {
      expect(foldAll([anEvent({ type })])).toBeUndefined();
    }
  });

  it('does not depend on the order of two events of one id, time and type from two providers', () => {
    const twins = ['sendgrid', 'ses'].map((provider) => anEvent({ id: 'e1', provider }));
    expect(foldAll(twins)).toEqual(foldAll(twins.toReversed()));
  });

  it('is not changed by an open of a machine, and keeps no time of it', () => {
    const [delivered, proxy] = [
      anEvent({ second: 1 }),
      anEvent({ type: 'open', second: 2, byMachine: true }),
    ];
    expect(foldAll([delivered, proxy])).toEqual(foldAll([delivered]));
    expect(foldAll([proxy])).toBeUndefined();
    expect(foldAll([delivered, proxy, anEvent({ type: 'open', second: 3 })])).toMatchObject({
      type: 'open',
      times: { open: '2026-01-01T00:00:03.000Z' },
    });
  });

  it('keeps the latest time of each type', () => {
    const events = [
      anEvent({ type: 'open', second: 7 }),
      anEvent({ type: 'open', second: 4 }),
      anEvent({ second: 1 }),
    ];
    expect(foldAll(events)?.times).toEqual({
      open: '2026-01-01T00:00:07.000Z',
      delivered: '2026-01-01T00:00:01.000Z',
    });
  });

  it('is the same whatever order the events arrive in, and however often', () => {
    const histories = anyEvents().chain((events) =>
      fc.tuple(fc.constant(events), anyOrder([...events, ...events])),
    );
    fc.assert(
      fc.property(histories, ([events, shuffled]) => {
        expect(foldAll(shuffled)).toEqual(foldAll(events));
      }),
    );
  });

  it('is the same however the events are split between consumers', () => {
    const parts = fc.tuple(anyEvents(), anyEvents());
    fc.assert(
      fc.property(parts, ([some, others]) => {
        const [one, other] = [foldAll(some), foldAll(others)];
        if (one && other) expect(joinStatus(one, other)).toEqual(foldAll([...some, ...others]));
      }),
    );
  });

  it('includes another exactly when joining it changes nothing', () => {
    fc.assert(
      fc.property(anyEvents(), anyEvents(), (some, others) => {
        const [one, other] = [foldAll(some), foldAll(others)];
        if (!one || !other) return;
        const changes = JSON.stringify(joinStatus(one, other)) !== JSON.stringify(joinStatus(one, one));
        expect(includesStatus(one, other)).toBe(!changes);
      }),
    );
  });

  it('does not include one with a later time of any type, even if it decides nothing', () => {
    for (const type of statusTypes) {
      const [early, late, decisive] = [
        anEvent({ type, second: 1 }),
        anEvent({ type, second: 2 }),
        anEvent({ type: 'complaint', second: 3 }),
      ];
      const [before, after] = [foldAll([early, decisive]), foldAll([early, late, decisive])];
      if (!before || !after) throw new Error('expected two statuses');
      expect([type, includesStatus(before, after)]).toEqual([type, type === 'complaint']);
      expect(includesStatus(after, before)).toBe(true);
    }
  });

  it('would depend on the order under the usual SQL rule, and the same law detects it', () => {
    const usual = (status: MessageStatus | undefined, event: EmailEvent): MessageStatus | undefined => {
      const isTerminal = ['hard_bounce', 'dropped', 'complaint'].includes(status?.type ?? '');
      return status && (isTerminal || status.occurredAt >= event.occurredAt)
        ? status
        : foldStatus(undefined, event);
    };
    const lawHolds = fc.check(
      fc.property(anyEvents(), (events) => {
        const there = events.reduce<MessageStatus | undefined>(usual, undefined);
        const back = events.toReversed().reduce<MessageStatus | undefined>(usual, undefined);
        expect(back).toEqual(there);
      }),
    );
    expect(lawHolds.failed).toBe(true);
  });
});
