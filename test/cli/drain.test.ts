import { describe, expect, it } from 'vitest';
import { waitingFor } from '../../cli/storm/until-drained.ts';

describe('the bar of a storm that drains', () => {
  it('says nothing while events are being stored', () => {
    expect(waitingFor(12, 3)).toBe('');
  });

  it('says what it waits for when only poison is left', () => {
    expect(waitingFor(3, 3)).toBe('all stored; retrying 3 unreadable');
  });
});
