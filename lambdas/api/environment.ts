/** The variables that both API functions read. lib/read-api.ts sets them. */
export const apiVariables = [
  'MESSAGES_TABLE',
  'ADDRESSES_TABLE',
  /** When an address counts as suppressed, as JSON. */
  'SUPPRESSION',
  /** Holds the generated key that signs cursors and hashes forgotten addresses. */
  'OWN_KEY_SECRET_NAME',
] as const;

export type ApiEnvironment = Record<(typeof apiVariables)[number], string>;
