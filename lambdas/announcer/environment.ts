/** The variables that the announcer reads. lib/announcer.ts sets them. */
export const announcerVariables = [
  /** Empty without a bus. */
  'EVENT_BUS_NAME',
  /** Endpoints with their queues, as JSON: `AnnouncedEndpoint[]`. */
  'ENDPOINTS',
] as const;

export type AnnouncerEnvironment = Record<(typeof announcerVariables)[number], string>;

export type AnnouncedEndpoint = {
  readonly name: string;
  readonly queueUrl: string;
  /** Absent for all types. */
  readonly types?: readonly string[];
};
