import type { CountName, Rate, RateName, SendCounts } from '../types.ts';
import type { Tone } from './outcomes.ts';

type RateWords = {
  readonly title: string;
  /** What is divided by what. */
  readonly formula: string;
  readonly denominator: string;
  /** Whether more of it is welcome. */
  readonly isGood: boolean;
  /** From this share on, providers act against a sender; Mailfold raises an alarm. */
  readonly alarm?: number;
};

export const rateWords: Readonly<Record<RateName, RateWords>> = {
  delivery: { title: 'Delivered', formula: 'delivered ÷ sent', denominator: 'sent', isGood: true },
  bounce: {
    title: 'Hard bounces',
    formula: 'hard bounces ÷ sent',
    denominator: 'sent',
    isGood: false,
    alarm: 0.05,
  },
  softBounce: { title: 'Soft bounces', formula: 'soft bounces ÷ sent', denominator: 'sent', isGood: false },
  drop: { title: 'Not sent', formula: 'dropped ÷ attempted', denominator: 'attempted', isGood: false },
  complaint: {
    title: 'Complaints',
    formula: 'complaints ÷ delivered',
    denominator: 'delivered',
    isGood: false,
    alarm: 0.001,
  },
  unsubscribe: {
    title: 'Unsubscribes',
    formula: 'unsubscribes ÷ delivered',
    denominator: 'delivered',
    isGood: false,
  },
  open: { title: 'Opened', formula: 'opened by people ÷ delivered', denominator: 'delivered', isGood: true },
  click: {
    title: 'Clicked',
    formula: 'clicked by people ÷ delivered',
    denominator: 'delivered',
    isGood: true,
  },
};

/** What the bars are stacked of, from the bottom. A send is in one of them. */
export const barParts: readonly {
  readonly count: CountName;
  readonly word: string;
  readonly tone: Tone;
}[] = [
  { count: 'delivered', word: 'Delivered', tone: 'ok' },
  { count: 'softBounced', word: 'Soft bounces', tone: 'warn' },
  { count: 'bounced', word: 'Hard bounces', tone: 'bad' },
  { count: 'dropped', word: 'Not sent', tone: 'grave' },
];

export function shareText({ share }: Pick<Rate, 'share'>): string {
  if (share === null) return '–';
  const percent = 100 * share;
  return `${percent.toFixed(percent === 0 || percent >= 10 ? 1 : 2)}\u00a0%`;
}

export type Change = { readonly words: string; readonly tone: Tone };

/** How a rate differs from the period before: only a difference that is more than chance is called better or worse. */
export function changeOf(name: RateName, now: Rate, before: Rate): Change | undefined {
  if (now.share === null || before.share === null) return undefined;
  const points = 100 * (now.share - before.share);
  const words = `${points >= 0 ? '+' : '−'}${Math.abs(points).toFixed(2)} pts`;
  const isClear = now.low > before.high || before.low > now.high;
  if (!isClear) return { words: `${words}, no clear change`, tone: 'calm' };
  return { words, tone: points > 0 === rateWords[name].isGood ? 'ok' : 'bad' };
}

export function barTotal(counts: SendCounts): number {
  return barParts.reduce((sum, { count }) => sum + counts[count], 0);
}
