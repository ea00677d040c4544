import { type Moment, millisOf } from './moment.ts';

const maxAheadMillis = 24 * 3_600_000;

/** What is expected of a time. */
export const believableTime = 'a time at most 24 hours after receipt';

/**
 * A provider's clock can be wrong. A time in the far future would decide the status of its message for good, or release an
 * address for ever, so it is not believed.
 */
export function isBelievable(occurredAt: Moment, receivedAt: Moment): boolean {
  return millisOf(occurredAt) <= millisOf(receivedAt) + maxAheadMillis;
}
