import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type Day, dayCount, dayOf, daysFrom, parseDay, startOf } from '../../core/day.ts';

const anyDay = () =>
  fc
    .date({ min: new Date('2000-01-01'), max: new Date('2900-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10) as Day);

describe('a day', () => {
  it('is read when the calendar has it', () => {
    expect(parseDay('2024-02-29')).toBe('2024-02-29');
    for (const text of ['2023-02-29', '2026-13-01', '2026-1-1', '2026-01-01T00:00:00Z', '', 'today'])
      expect(parseDay(text)).toBeUndefined();
  });

  it('is found again after any number of days there and back', () => {
    fc.assert(
      fc.property(anyDay(), fc.integer({ min: -9_000, max: 9_000 }), (day, days) => {
        expect(addDays(addDays(day, days), -days)).toBe(day);
        expect(dayOf(startOf(day))).toBe(day);
      }),
    );
  });

  it('begins a list of consecutive days, in which every day is once', () => {
    fc.assert(
      fc.property(anyDay(), fc.nat(800), (day, more) => {
        const days = daysFrom(day, addDays(day, more));
        expect(days).toHaveLength(more + 1);
        expect(dayCount(day, addDays(day, more))).toBe(more + 1);
        expect(new Set(days).size).toBe(more + 1);
        expect(days.toSorted()).toEqual(days);
      }),
    );
    expect(daysFrom('2026-01-02' as Day, '2026-01-01' as Day)).toEqual([]);
  });
});
