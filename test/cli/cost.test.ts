import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../bench/cost.ts', import.meta.url));

function cost(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
  return { status, out: stdout, error: stderr };
}

describe('npm run cost', () => {
  it('explains itself', () => {
    expect(cost('--help')).toMatchObject({ status: 0, out: expect.stringContaining('--events 10M') });
  });

  it.each([
    [['--events', 'many'], '--events: expected a number such as 500k or 10M, found many'],
    [['--mix', 'pigeon=1'], 'found pigeon'],
    [['--mix', 'ses=0'], '--mix: expected a number above 0 for ses, found 0'],
    [['--duplicates', '2'], '--duplicates: expected a share from 0 to 1, found 2'],
    [['--speed', '1'], '--speed'],
  ])('refuses %j, says what it expected, and starts nothing', (words, message) => {
    expect(cost(...words)).toMatchObject({ status: 2, out: '', error: expect.stringContaining(message) });
  });
});
