import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { waitingFor } from '../../cli/storm/until-drained.ts';
import { progress } from '../../cli/ui/progress.ts';
import { createSteps } from '../../cli/ui/steps.ts';
import type { Terminal } from '../../cli/ui/terminal.ts';
import { waiting } from '../../cli/ui/waiting.ts';

/** A screen, and what was written over its line each time. */
function aScreen(columns: number) {
  const lines: string[] = [];
  const write = (text: string) => lines.push(stripVTControlCharacters(text).replaceAll(/[\r\n]/g, '')) > 0;
  const screen = { isTTY: true, columns, write };
  const terminal = { out: screen, error: screen } as unknown as Terminal;
  return { lines, screen, terminal };
}

const widest = (lines: readonly string[]) => Math.max(...lines.map((line) => [...line].length));

describe('a line that is written again and again', () => {
  it.each([40, 60, 80])('never wraps in a terminal of %i columns', async (columns) => {
    const { lines, screen, terminal } = aScreen(columns);
    const bar = progress('draining', 400, terminal);
    bar.advance(397);
    bar.note('a note that is far too long for any terminal that somebody may have, however wide it is');
    bar.end();
    waiting(`a label that is too long, ${'like this one, '.repeat(9)}`, terminal).end();
    const steps = createSteps(screen);
    await Promise.all([1, 2, 3].map((each) => steps.show(`a step with a name, ${each}`, () => delay(1))));
    steps.stop();
    expect(widest(lines)).toBeGreaterThan(columns / 2);
    expect(widest(lines)).toBeLessThan(columns);
  });

  it('says in 60 columns what a storm waits for', () => {
    const { lines, terminal } = aScreen(60);
    const bar = progress('draining', 400, terminal);
    bar.advance(397);
    bar.note(waitingFor(3, 3));
    expect(lines.at(-1)).toMatch(/^draining █+░* 397\/400 {2}all stored; retrying 3 unreadable$/);
  });

  it('is not cut when the terminal tells no width', () => {
    const { lines, terminal } = aScreen(0);
    progress('draining', 400, terminal).note('x'.repeat(200));
    expect(lines.at(-1)).toMatch(/x{200}$/);
  });
});
