import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isTerminal,
  precedenceOf,
  precedenceWithoutProvider,
  readPrecedence,
  type StatusEvent,
  statusTypes,
  touchesStatus,
} from '../../core/precedence.ts';
import { allTypes, anEvent } from '../support/events.ts';

function precedence(choice: Parameters<typeof anEvent>[0]): string {
  const event = anEvent(choice);
  if (!touchesStatus(event)) throw new Error(`${event.type} has no precedence`);
  return precedenceOf(event);
}

describe('precedence', () => {
  it('is tier, time, rank, id and provider, in a sortable string', () => {
    expect(precedence({ type: 'delivered', id: 'e1', second: 1 })).toBe(
      '0|2026-01-01T00:00:01.000Z|3|e1 sendgrid',
    );
  });

  it('can be read: it names the event that decided, its time and its provider', () => {
    const anyId = fc.string({
      unit: fc.constantFrom('a', 'B', '0', '|', '#', '='),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.constantFrom(...statusTypes), anyId, fc.nat(59), (type, id, second) => {
        const event = anEvent({ type, id, second }) as StatusEvent;
        const { occurredAt, provider } = event;
        expect(readPrecedence(precedenceOf(event))).toEqual({ occurredAt, eventId: id, provider });
        expect(readPrecedence(precedenceWithoutProvider(event))).toEqual({ occurredAt, eventId: id });
      }),
    );
  });

  it('is another one for another id or provider, and sorts by the id first', () => {
    const anyId = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: 6,
    });
    const anyProvider = fc.constantFrom('mailgun', 'ses', 'sesmetric');
    fc.assert(
      fc.property(
        anyId,
        fc.option(anyId),
        anyProvider,
        anyProvider,
        (id, another, provider, otherProvider) => {
          const otherId = another ?? id;
          const [one, other] = [
            precedence({ id, provider }),
            precedence({ id: otherId, provider: otherProvider }),
          ];
          const isFirst = id === otherId ? provider < otherProvider : id < otherId;
          expect([one === other, one < other]).toEqual([
            id === otherId && provider === otherProvider,
            isFirst,
          ]);
        },
      ),
    );
  });

  it('from before the provider was part of it is below that of the same event, and sorts by the id', () => {
    const earlier = (id: string) => precedenceWithoutProvider(anEvent({ id }) as StatusEvent);
    for (const id of ['a', 'a|', 'ab', 'a~'])
      for (const other of ['a', 'a|', 'ab', 'a~'])
        expect([id, other, earlier(id) < precedence({ id: other })]).toEqual([id, other, id <= other]);
  });

  it('puts a complaint above a bounce, a bounce above a drop and a drop above all else, regardless of the time', () => {
    const ordered = ['click', 'dropped', 'hard_bounce', 'complaint'] as const;
    const texts = ordered.map((type, index) => precedence({ type, second: 10 - index }));
    expect(texts.toSorted()).toEqual(texts);
  });

  it('ranks the stages of a mail within one instant', () => {
    const ordered = ['processed', 'deferred', 'soft_bounce', 'delivered', 'open', 'click'] as const;
    const texts = ordered.map((type) => precedence({ type, id: 'same' }));
    expect(texts.toSorted()).toEqual(texts);
  });

  it('compares the time before the rank within a tier', () => {
    expect(precedence({ type: 'processed', second: 2 }) > precedence({ type: 'click', second: 1 })).toBe(
      true,
    );
  });

  it('breaks the last tie by the id, so that the order of arrival never matters', () => {
    expect(precedence({ id: 'b' }) > precedence({ id: 'a' })).toBe(true);
  });

  it('belongs to no open of a machine, but to its clicks', () => {
    const touches = (choice: Parameters<typeof anEvent>[0]) => touchesStatus(anEvent(choice));
    expect(touches({ type: 'open', byMachine: true })).toBe(false);
    expect(touches({ type: 'open' })).toBe(true);
    expect(touches({ type: 'click', byMachine: true })).toBe(true);
  });

  it('belongs to nine types, three of them terminal', () => {
    expect(allTypes.filter((type) => touchesStatus(anEvent({ type }))).toSorted()).toEqual(
      statusTypes.toSorted(),
    );
    expect(statusTypes.filter(isTerminal).toSorted()).toEqual(['complaint', 'dropped', 'hard_bounce']);
  });
});
