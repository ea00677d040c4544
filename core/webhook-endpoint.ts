import type { AnnouncedType } from './announced-types.ts';

/** A program of the user's own that is told of events. */
export type WebhookEndpoint = {
  /** Begins with a lower-case letter; up to 30 lower-case letters, digits and hyphens. */
  readonly name: string;
  /** Begins with https://, unless its host is listed. */
  readonly url: string;
  /** The types of events that it gets. Absent for all. */
  readonly types?: readonly AnnouncedType[];
};

/** Where CloudFormation generates a key in the secret of all endpoints. */
export const generatedKeyName = 'generatedKey';
