import type { Random } from '../../cli/storm/random.ts';

/** How the tables behave for a while: the share of calls that meet each kind of trouble. */
export type Spell = {
  readonly name: string;
  /** Refused as a whole. */
  readonly throttled: number;
  /** Of the parts of a batch, those that are refused. */
  readonly throttledParts: number;
  readonly slow: number;
  readonly brokenBefore: number;
  /** The call is executed, and its answer is lost. */
  readonly brokenAfter: number;
};

export const calm: Spell = {
  name: 'calm',
  throttled: 0,
  throttledParts: 0,
  slow: 0,
  brokenBefore: 0,
  brokenAfter: 0,
};

const spells: readonly Spell[] = [
  { ...calm, name: 'throttled', throttled: 0.3, throttledParts: 0.3 },
  { ...calm, name: 'broken connections', brokenBefore: 0.08, brokenAfter: 0.15 },
  { ...calm, name: 'heavily throttled', throttled: 0.5, throttledParts: 0.7 },
  { ...calm, name: 'slow', slow: 0.2 },
  calm,
  {
    name: 'all at once',
    throttled: 0.15,
    throttledParts: 0.2,
    slow: 0.05,
    brokenBefore: 0.03,
    brokenAfter: 0.05,
  },
];

/** Each spell comes once in a round. The first round is short, so that a short run sees all of them. */
export function* weatherOf(random: Random): Generator<{ readonly spell: Spell; readonly seconds: number }> {
  for (const spell of random.shuffled(spells)) yield { spell, seconds: 3 };
  for (;;) {
    for (const spell of random.shuffled(spells)) yield { spell, seconds: 4 + random.next() * 8 };
  }
}
