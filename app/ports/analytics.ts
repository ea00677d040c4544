import type { Day } from '../../core/day.ts';
import type { SendCounts } from '../../core/rates.ts';
import type { SendDimension } from '../../core/send-dimension.ts';

/**
 * The day that a send counts for. `sending-day`: the day it was sent, so that a late bounce changes that day. `event-day`: the day
 * on which each thing happened; then a bounce and its send can be on different days, and there are no rates.
 */
export type Basis = 'sending-day' | 'event-day';

/** The value of the dimension that sends have in common. */
export type Group =
  | { readonly type: 'named'; readonly name: string }
  /** All values after the most frequent ones. */
  | { readonly type: 'other' }
  /** Sends for which the provider does not tell the dimension. */
  | { readonly type: 'not-told' };

export type CountQuestion = {
  readonly from: Day;
  readonly to: Day;
  readonly basis: Basis;
  readonly by?: {
    readonly dimension: SendDimension;
    /** How many values get a group of their own. */
    readonly most: number;
    /** The most frequent values are chosen from this day on. */
    readonly rankedFrom: Day;
  };
};

/** The sends of one day and group. Without a dimension there are no groups. */
export type CountedSends = { readonly day: Day; readonly group?: Group; readonly counts: SendCounts };

export type Analytics = {
  /** Only days and groups with sends; every send once, except that a send with several tags is in several groups. */
  countSends(question: CountQuestion): Promise<readonly CountedSends[]>;
};

/** A value of a result. Times and arrays are strings, as Athena writes them. */
export type Cell = string | number | bigint | boolean | null;

export type QueryResult =
  | {
      readonly type: 'rows';
      /** Types in the words of Athena: `varchar`, `bigint`, `double`, `timestamp` and so on. */
      readonly columns: readonly { readonly name: string; readonly type: string }[];
      readonly rows: AsyncIterable<readonly Cell[]>;
      /** What the query read, which is what Athena charges for; absent where nothing is charged. */
      readonly scannedBytes?: number;
    }
  /** The query is wrong, or read more than the workgroup allows. In the words of the engine. */
  | { readonly type: 'failed'; readonly reason: string };

export type QueryOptions = {
  /** Called now and then while the query runs. */
  readonly onProgress?: (progress: QueryProgress) => void;
  /** An earlier result of the same query up to this age will do. */
  readonly maxAgeMinutes?: number;
  readonly signal?: AbortSignal;
};

export type QueryProgress = { readonly state: 'queued' | 'running'; readonly scannedBytes?: number };

/** Runs SQL over the table `told` and its views. */
export type Lake = {
  query(sql: string, options?: QueryOptions): Promise<QueryResult>;
};
