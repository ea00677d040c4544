/** The variables that the tidier reads. lib/event-lake.ts sets them. */
export const tidierVariables = [
  'LAKE_BUCKET',
  /** Days that events are kept; empty for no limit. */
  'LAKE_RETENTION_DAYS',
] as const;

export type TidierEnvironment = Record<(typeof tidierVariables)[number], string>;
