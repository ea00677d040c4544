/** A row as it is written and read: names and plain values. */
export type RowFields = Readonly<Record<string, unknown>>;
