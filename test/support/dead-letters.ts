import type { DeadLetter, DeadLetterQueue } from '../../app/ports/dead-letters.ts';

export function aLetter(id: string, provider = 'pigeon', reason = 'storing it failed'): DeadLetter {
  return { id, provider, reason, sentAt: new Date(0), headers: {}, body: '{}' };
}

/** A queue in memory. `hidden` are the ids that a look left hidden, `sent` those that were sent again. */
export function aLetterQueue(letters: readonly DeadLetter[]) {
  const sent: string[] = [];
  const hidden: string[] = [];
  const isThere = ({ id }: DeadLetter) => !sent.includes(id);
  const queue: DeadLetterQueue = {
    isSender: (provider) => letters.some((letter) => letter.provider === provider),
    depth: async () => letters.filter(isThere).length,
    async look({ most, afterwards, hasTime }, use) {
      const visible = letters.filter((letter) => isThere(letter) && !hidden.includes(letter.id));
      let lookedAt = 0;
      for (; lookedAt < Math.min(most, visible.length) && hasTime(); lookedAt += 1)
        await use(visible.slice(lookedAt, lookedAt + 1), async (some) => {
          sent.push(...some.map(({ id }) => id));
        });
      const seen = visible.slice(0, lookedAt).filter(isThere);
      if (afterwards === 'hidden') hidden.push(...seen.map(({ id }) => id));
      return { lookedAt, isComplete: lookedAt === visible.length };
    },
    async sendAllAgain() {
      const all = letters.filter(isThere).map(({ id }) => id);
      sent.push(...all);
      return all.length;
    },
  };
  return { queue, sent };
}
