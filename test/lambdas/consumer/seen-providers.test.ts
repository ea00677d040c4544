import { describe, expect, it, vi } from 'vitest';
import { seenProviders } from '../../../lambdas/consumer/seen-providers.ts';

function notes(note: (provider: string) => Promise<void> = async () => {}) {
  const noted: string[] = [];
  const clock = { minute: 0 };
  const now = () => new Date(clock.minute * 60_000);
  const warn = vi.fn();
  const seen = seenProviders({
    note: (provider, at) => {
      noted.push(`${provider} ${at.getTime() / 60_000}`);
      return note(provider);
    },
    now,
    log: { warn },
  });
  return { seen: (...providers: string[]) => seen(new Set(providers)), noted, clock, warn };
}

describe('the last event of a provider', () => {
  it('is noted at once, and then at most every five minutes', async () => {
    const { seen, noted, clock } = notes();
    for (clock.minute = 0; clock.minute <= 12; clock.minute += 1) {
      await seen('owl');
      if (clock.minute === 7) await seen('pigeon');
    }
    expect(noted).toEqual(['owl 0', 'owl 5', 'pigeon 7', 'owl 10']);
  });

  it('is not worth failing for: the events are stored', async () => {
    const { seen, noted, warn } = notes(async () => {
      throw new Error('throttled');
    });
    await seen('owl', 'pigeon');
    await seen('owl');
    expect([noted, warn.mock.calls.length]).toEqual([['owl 0', 'pigeon 0'], 2]);
  });
});
