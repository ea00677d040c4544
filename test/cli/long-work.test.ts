import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { longWork } from '../../cli/ui/long-work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aTerminal(isTTY: boolean) {
  const error = Object.assign(new PassThrough(), { isTTY });
  return { error, out: new PassThrough(), said: () => String(error.read() ?? '') };
}

/** One row in each second. */
async function* rows(count: number) {
  for (let row = 0; row < count; row += 1) {
    yield row;
    vi.advanceTimersByTime(1_000);
  }
}

async function through(work: ReturnType<typeof longWork>, count: number) {
  const seen: number[] = [];
  for await (const row of work.over(rows(count))) seen.push(row);
  return seen.length;
}

const importing = { label: 'importing', bytes: 100, rows: 25, whenInterrupted: 'run it again' };

describe('an import whose output is not a terminal', () => {
  it('says every ten seconds how far it is, and nothing when it is short', async () => {
    const terminal = aTerminal(false);
    const work = longWork(importing, terminal);
    expect(await through(work, 25)).toBe(25);
    work.end();
    expect(terminal.said()).toBe('importing: row 10 of 25\nimporting: row 20 of 25\n');
    const short = longWork(importing, terminal);
    await through(short, 5);
    short.end();
    expect(terminal.said()).toBe('');
  });
});

describe('an import on a terminal', () => {
  it('shows a bar instead of lines', async () => {
    const terminal = aTerminal(true);
    const work = longWork(importing, terminal);
    await through(work, 25);
    work.end();
    expect(terminal.said()).not.toContain('row');
  });
});

describe('an import that is interrupted', () => {
  it('stops before its next row, and says where', async () => {
    const listening = process.listenerCount('SIGINT');
    const work = longWork(importing, aTerminal(false));
    const reading = work.over(rows(25));
    await reading.next();
    process.emit('SIGINT');
    await expect(reading.next()).rejects.toMatchObject({
      message: 'interrupted while importing, at about row 1 of 25: run it again',
      exitCode: 130,
    });
    work.end();
    expect(process.listenerCount('SIGINT')).toBe(listening);
  });

  it('does not go on waiting', async () => {
    vi.useRealTimers();
    const work = longWork(importing, aTerminal(false));
    process.emit('SIGINT');
    await expect(work.pause(1)).rejects.toThrow('interrupted');
    work.end();
  });
});
