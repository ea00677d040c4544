/** The variables that the historian reads. lib/event-lake.ts sets them. */
export const historianVariables = [
  'LAKE_BUCKET',
  /** Mailfold's own key, which hashes addresses. */
  'OWN_KEY_SECRET_NAME',
  /** Where dimensions come from that a provider does not tell with every event, as JSON: `DimensionSettings`. */
  'DIMENSIONS',
  /** The names of the senders that follow Standard Webhooks, as JSON. */
  'SOURCE_NAMES',
] as const;

export type HistorianEnvironment = Record<(typeof historianVariables)[number], string>;
