/**
 * What is counted about sends. A send is one message to one recipient. Every count that is a numerator is part of its
 * denominator, so no rate can exceed 100 %.
 */
const counted = {
  /** Sends, and messages that the provider dropped. */
  attempted: 'sends that the provider took or dropped',
  /** Sends with a report that the message left: processed, deferred, delivered or bounced. */
  sent: 'sends that the provider took',
  delivered: 'sends that the receiving server took',
  bounced: 'sends that bounced hard',
  softBounced: 'sends that bounced softly and were neither delivered later nor bounced hard',
  dropped: 'sends that the provider dropped',
  complained: 'delivered sends that the recipient complained about',
  unsubscribed: 'delivered sends that the recipient unsubscribed from',
  /** Not by a program, as far as is known. */
  opened: 'delivered sends that a person opened',
  clicked: 'delivered sends in which a person clicked',
  machineOpened: 'delivered sends that a program opened',
  machineClicked: 'delivered sends in which a program clicked',
  /** Many of these mean that the provider does not report deliveries. They are in no rate. */
  undelivered: 'sends that were opened, clicked or complained about, without a report of their delivery',
} as const;

export type CountName = keyof typeof counted;
export const countNames = Object.keys(counted) as readonly CountName[];
export const countMeanings: Readonly<Record<CountName, string>> = counted;
export type SendCounts = Readonly<Record<CountName, number>>;

type Formula = { readonly numerator: CountName; readonly denominator: CountName };

/** The formula of every rate, as data. */
export const rateFormulas = {
  delivery: { numerator: 'delivered', denominator: 'sent' },
  bounce: { numerator: 'bounced', denominator: 'sent' },
  softBounce: { numerator: 'softBounced', denominator: 'sent' },
  drop: { numerator: 'dropped', denominator: 'attempted' },
  complaint: { numerator: 'complained', denominator: 'delivered' },
  unsubscribe: { numerator: 'unsubscribed', denominator: 'delivered' },
  open: { numerator: 'opened', denominator: 'delivered' },
  click: { numerator: 'clicked', denominator: 'delivered' },
} as const satisfies Readonly<Record<string, Formula>>;

export type RateName = keyof typeof rateFormulas;
export const rateNames = Object.keys(rateFormulas) as readonly RateName[];

/** A rate with everything that it was computed from. */
export type Rate = {
  readonly numerator: number;
  readonly denominator: number;
  /** From 0 to 1; null when nothing was counted to divide by. */
  readonly share: number | null;
  /** The interval that contains the true share with a probability of 95 %, by Wilson. */
  readonly low: number;
  readonly high: number;
};

export type Rates = Readonly<Record<RateName, Rate>>;

export const noCounts = Object.fromEntries(countNames.map((name) => [name, 0])) as SendCounts;

export function addCounts(one: SendCounts, other: SendCounts): SendCounts {
  return Object.fromEntries(countNames.map((name) => [name, one[name] + other[name]])) as SendCounts;
}

export function ratesOf(counts: SendCounts): Rates {
  return Object.fromEntries(rateNames.map((name) => [name, rateOf(name, counts)])) as Rates;
}

export function rateOf(name: RateName, counts: SendCounts): Rate {
  const formula = rateFormulas[name];
  const numerator = counts[formula.numerator];
  const denominator = counts[formula.denominator];
  const share = denominator === 0 ? null : numerator / denominator;
  return { numerator, denominator, share, ...wilson(numerator, denominator) };
}

/** Such as `bounced / sent`. */
export function formulaInWords(name: RateName): string {
  const { numerator, denominator } = rateFormulas[name];
  return `${numerator} / ${denominator}`;
}

/** Whether two rates differ by more than chance: their intervals have nothing in common. */
export function differClearly(one: Rate, other: Rate): boolean {
  return one.low > other.high || other.low > one.high;
}

/** The 97.5th percentile of the normal distribution: 2.5 % on either side are outside the interval. */
const z = 1.959963984540054;

/** Wilson's score interval. Unlike the usual approximation it is right for rare events, and it stays between 0 and 1. */
function wilson(numerator: number, denominator: number): { low: number; high: number } {
  if (denominator === 0) return { low: 0, high: 1 };
  const share = numerator / denominator;
  const spread = (z * z) / denominator;
  const centre = share + spread / 2;
  const reach = z * Math.sqrt((share * (1 - share)) / denominator + spread / (4 * denominator));
  return {
    // At the ends, rounding would leave the observed share just outside the interval.
    low: numerator === 0 ? 0 : (centre - reach) / (1 + spread),
    high: numerator === denominator ? 1 : (centre + reach) / (1 + spread),
  };
}
