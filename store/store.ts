import type { EmailEvent } from '../core/email-event.ts';
import type { MessageStatus } from '../core/fold-status.ts';
import type { Moment } from '../core/moment.ts';
import type { Arrival } from './event-row.ts';
import type { StatusKey } from './keys.ts';
import type { SuppressionRow } from './suppression-rows.ts';

/** Every write is a fold: done twice or in another order, it leaves the same rows. */
export type Write = {
  /** The name of the row (see `rowName`), for an event that of its second key. No two writes of a batch have the same name. */
  readonly name: string;
} & (
  | { readonly type: 'event'; readonly event: EmailEvent; readonly arrival: Arrival }
  | {
      readonly type: 'status';
      readonly key: StatusKey;
      readonly status: MessageStatus;
      /** When the message was first seen, if its row is new. Omit for the present time. */
      readonly firstSeenAt?: Moment;
    }
  /** `imported` when all events behind it were imported. */
  | { readonly type: 'suppression'; readonly row: SuppressionRow; readonly imported?: true }
);

export type Outcome =
  /** The row contains the write, from now or from an earlier time (`repeated`). */
  | { readonly type: 'done'; readonly repeated: boolean }
  | { readonly type: 'failed'; readonly error: Error }
  /** DynamoDB throttled it or did not answer, several times in a row. It can be tried again. */
  | { readonly type: 'busy'; readonly error: Error }
  /** Time ran out before the write was started. */
  | { readonly type: 'not-started' };

export type Store = {
  /** One outcome per write, in the same order. Never rejects. */
  writeAll(writes: readonly Write[], isTimeUp: () => boolean): Promise<Outcome[]>;
};

/** Does the writes that have no outcome yet, and returns the outcomes of all. */
export async function writeRemaining(
  writes: readonly Write[],
  outcomes: readonly (Outcome | undefined)[],
  writeAll: (remaining: readonly Write[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const remaining = writes.filter((_, index) => !outcomes[index]);
  const written = (remaining.length > 0 ? await writeAll(remaining) : []).values();
  return writes.map((_, index) => outcomes[index] ?? written.next().value ?? { type: 'not-started' });
}
