/** What the API's functions read from their environment; lib/read-api.ts sets it, on AWS and in a local run alike. */
export const apiVariables = [
  'MESSAGES_TABLE',
  'ADDRESSES_TABLE',
  /** When an address counts as suppressed, as JSON. */
  'SUPPRESSION',
  /** Holds a key of Mailfold's own: it seals cursors, and makes hashes of addresses that were forgotten. */
  'OWN_KEY_SECRET_NAME',
] as const;

export type ApiEnvironment = Record<(typeof apiVariables)[number], string>;
