import type { Lake } from '../../../app/ports/analytics.ts';
import { addDays, type Day } from '../../../core/day.ts';
import { askNow, rowsOf } from './answers.ts';
import type { Design } from './designs.ts';
import { expectedAnswers } from './oracle.ts';
import { World } from './world.ts';

export type Outcome = { readonly violations: readonly string[]; readonly happened: Record<string, number> };

/**
 * Runs a world to its end, or to the first thing that goes wrong, and compares all answers with what they must be, before and
 * after tidying.
 */
export async function runWorld(seed: number, design: Design): Promise<Outcome> {
  const world = new World(seed, design, 60);
  const parts = [
    () => world.run(),
    () => compare(world, design, 'before'),
    () => world.tidyUp(),
    () => compare(world, design, 'after'),
    () => world.checkForgotten(),
  ];
  for (const part of parts) if (world.violations.size === 0) await part();
  return {
    violations: [...world.violations],
    happened: { ...world.happened, events: world.history.length },
  };
}

async function compare(world: World, design: Design, when: string): Promise<void> {
  const { sends, eventsByType } = expectedAnswers(world.history, ({ stream }) => stream);
  // Not from the first day on: sends of the days before must not be counted because of what happened to them later.
  const from = addDays('2026-01-01' as Day, 2);
  const period = { from, to: addDays(from, 10) };
  const expected = Object.fromEntries(
    Object.entries(sends).filter(([key]) => key.slice(0, 10) >= period.from && key.slice(0, 10) <= period.to),
  );
  const found = await askNow(world.objects, async (lake) => ({
    sends: await sendsIn(lake, design.sendsSql(period)),
    eventsByType: await design.eventsByType(lake),
  }));
  if (!isSame(found.sends, expected)) world.violations.add(`wrong counts of sends ${when} tidying`);
  if (!isSame(found.eventsByType, eventsByType))
    world.violations.add(`wrong numbers of events ${when} tidying`);
}

async function sendsIn(lake: Lake, sql: string): Promise<Record<string, number[]>> {
  const rows = await rowsOf(lake, sql);
  return Object.fromEntries(
    rows.map(([day, , name, ...counts]) => [`${day} ${name ?? '(not told)'}`, counts.map(Number)]),
  );
}

function isSame(one: object, other: object): boolean {
  const sorted = (value: object) =>
    JSON.stringify(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)));
  return sorted(one) === sorted(other);
}
