import { describe, expect, it } from 'vitest';
import { redriveDeadLetters } from '../../app/dead-letters.ts';
import type { DeadLetter, DeadLetterQueue } from '../../app/ports/dead-letters.ts';

const letter = (id: string, provider: string): DeadLetter => ({
  id,
  provider,
  reason: 'storing it failed',
  sentAt: new Date(0),
  headers: {},
  body: '{}',
});

/** A queue with two letters, and the ids of those that were sent again. */
function aQueue() {
  const letters = [letter('one', 'pigeon'), letter('two', 'owl')];
  const sent: string[] = [];
  const queue: DeadLetterQueue = {
    depth: async () => letters.length - sent.length,
    take: async () => letters,
    handBack: async () => {},
    sendAgain: async (some) => void sent.push(...some.map(({ id }) => id)),
    sendAllAgain: async (total) => {
      sent.push(...letters.map(({ id }) => id));
      return total;
    },
  };
  return { queue, sent };
}

describe('dead letters', () => {
  it.each([
    ['nothing was chosen', { filter: {} }],
    ['nothing was chosen for a dry run', { filter: {}, dryRun: true }],
    ['all and some were chosen', { filter: { provider: 'owl' }, all: true }],
  ])('stay where they are when %s', async (_, request) => {
    const { queue, sent } = aQueue();
    expect(await redriveDeadLetters(request, queue, {})).toMatchObject({
      ok: false,
      refusal: { code: 'letters-not-chosen' },
    });
    expect(sent).toEqual([]);
  });

  it.each([
    ['all of them', { filter: {}, all: true }, ['one', 'two']],
    ['those of one provider', { filter: { provider: 'owl' } }, ['two']],
    ['none in a dry run', { filter: {}, all: true, dryRun: true }, []],
  ])('are sent again: %s', async (_, request, expected) => {
    const { queue, sent } = aQueue();
    expect(await redriveDeadLetters(request, queue, {})).toMatchObject({ ok: true });
    expect(sent).toEqual(expected);
  });
});
