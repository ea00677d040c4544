import { describe, expect, it } from 'vitest';
import { isTerminal, precedenceOf, statusTypes, touchesStatus } from '../../core/precedence.ts';
import { allTypes, anEvent } from '../support/events.ts';

function precedence(choice: Parameters<typeof anEvent>[0]): string {
  const event = anEvent(choice);
  if (!touchesStatus(event)) throw new Error(`${event.type} has no precedence`);
  return precedenceOf(event);
}

describe('precedence', () => {
  it('is tier, time, rank and id, in a sortable string', () => {
    expect(precedence({ type: 'delivered', id: 'e1', second: 1 })).toBe('0|2026-01-01T00:00:01.000Z|3|e1');
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
