import { type MessageRowKey, rowName } from '../../store/keys.ts';

export type Reconciliation = {
  /** Accepted events, each counted once. */
  readonly events: number;
  /** Accepted, but not stored. */
  readonly lost: readonly MessageRowKey[];
  /** Stored for these messages, but not among the accepted events. */
  readonly doubled: readonly MessageRowKey[];
};

/** Compares what was accepted with what is stored, row by row. */
export function reconcile(
  accepted: readonly MessageRowKey[],
  stored: readonly MessageRowKey[],
): Reconciliation {
  const expected = new Map(accepted.map((key) => [rowName(key), key]));
  const found = new Map(stored.map((key) => [rowName(key), key]));
  return {
    events: expected.size,
    lost: [...expected].filter(([name]) => !found.has(name)).map(([, key]) => key),
    doubled: [...found].filter(([name]) => !expected.has(name)).map(([, key]) => key),
  };
}
