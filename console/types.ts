// The types of the API, as the client has them. Nothing of it is in the console's bundle.
export type * from '../client/api.ts';

export type CountName =
  | 'attempted'
  | 'sent'
  | 'delivered'
  | 'bounced'
  | 'softBounced'
  | 'dropped'
  | 'complained'
  | 'unsubscribed'
  | 'opened'
  | 'clicked'
  | 'machineOpened'
  | 'machineClicked'
  | 'undelivered';
export type SendCounts = Record<CountName, number>;
export type RateName =
  | 'delivery'
  | 'bounce'
  | 'softBounce'
  | 'drop'
  | 'complaint'
  | 'unsubscribe'
  | 'open'
  | 'click';
export type Rate = {
  numerator: number;
  denominator: number;
  /** From 0 to 1; null when there is nothing to divide by. */
  share: number | null;
  low: number;
  high: number;
};
export type Figures = { counts: SendCounts; rates: Record<RateName, Rate> | null };
export type StatsGroup = { type: 'named'; name: string } | { type: 'other' } | { type: 'not-told' };
export type StatsRow = { group: StatsGroup; figures: Figures; series: SendCounts[]; before?: Figures };
export type Stats = {
  from: string;
  to: string;
  total: Figures;
  before?: { from: string; to: string } & Figures;
  series: (Figures & { day: string })[];
  by?: { dimension: string; rowsOverlap: boolean; rows: StatsRow[] };
};
