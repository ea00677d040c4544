import { describe, expect, it } from 'vitest';
import { waitingFor } from '../../cli/storm/until-drained.ts';

describe('the bar of a storm that drains', () => {
  it('says nothing while events are being stored', () => {
    expect(waitingFor(12, 3)).toBe('');
  });

  it('says what it waits for when only poison is left', () => {
    expect(waitingFor(3, 3)).toBe(
      'all events are stored; 3 unreadable messages on the way to the dead letters, after a few more tries',
    );
    expect(waitingFor(1, 1)).toContain('1 unreadable message on the way');
  });
});
