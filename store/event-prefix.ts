// The stack's filter of the table's stream is synthesized from this file, so it imports nothing.

/** The sort key of an event row begins with it. */
export const eventPrefix = 'E#';
/** What the stream calls it when a row is new. */
export const rowIsNew = 'INSERT';
