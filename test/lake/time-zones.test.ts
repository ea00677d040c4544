import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { mailHistory } from '../support/mail-history.ts';

const script = fileURLToPath(new URL('./support/print-answers.ts', import.meta.url));

async function answersIn(zone: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    env: { ...process.env, TZ: zone },
  });
  return JSON.parse(stdout);
}

describe('the answers of a lake', () => {
  it('are the same in three time zones, in UTC', async () => {
    const zones = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'];
    const answers = await Promise.all(zones.map(answersIn));
    // Minutes behind UTC, so that the zones were really used.
    expect(answers.map(({ offset }) => offset)).toEqual([0, -840, 480]);
    const [here, ...elsewhere] = answers.map(({ offset: _, ...rest }) => rest);
    for (const other of elsewhere) expect(other).toEqual(here);
    const history = mailHistory({ seed: 11, sends: 80, days: 3 })
      .map(({ occurredAt }) => occurredAt)
      .sort();
    expect(here?.times[0].slice(0, 2)).toEqual(
      [history[0], history.at(-1)].map((moment) => moment?.replace('T', ' ').replace('Z', '')),
    );
  });
});
