import type { EmailEvent } from '../core/email-event.ts';
import type { MessageStatus } from '../core/fold-status.ts';
import type { SuppressionEntry } from '../core/suppression.ts';
import type { Arrival } from './event-row.ts';
import type { StatusKey } from './keys.ts';

/** Every write is a fold: done twice, or in another order, it leaves the same rows. */
export type Write = {
  /** Of the row that it writes; no two writes of one batch share it. */
  readonly name: string;
} & (
  | { readonly type: 'event'; readonly event: EmailEvent; readonly arrival: Arrival }
  | { readonly type: 'status'; readonly key: StatusKey; readonly status: MessageStatus }
  | { readonly type: 'suppression'; readonly entry: SuppressionEntry }
);

export type Outcome =
  /** The row says now what the write said, by this write or by an earlier one (`repeated`). */
  | { readonly type: 'done'; readonly repeated: boolean }
  | { readonly type: 'failed'; readonly error: Error }
  /** Time was up before it began. */
  | { readonly type: 'not-started' };

export type Store = {
  /** One outcome per write, in the same order. Never rejects. */
  writeAll(writes: readonly Write[], isTimeUp: () => boolean): Promise<Outcome[]>;
};

/** Fills in the outcomes that are still open, by writing what they belong to. */
export async function writeOpen(
  writes: readonly Write[],
  outcomes: readonly (Outcome | undefined)[],
  writeAll: (open: readonly Write[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const open = writes.filter((_, index) => !outcomes[index]);
  const written = (open.length > 0 ? await writeAll(open) : []).values();
  return writes.map((_, index) => outcomes[index] ?? written.next().value ?? { type: 'not-started' });
}
