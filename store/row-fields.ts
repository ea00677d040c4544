/** The attributes of a row, as plain values. */
export type RowFields = Readonly<Record<string, unknown>>;
