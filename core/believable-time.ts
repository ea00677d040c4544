import { type Moment, millisOf } from './moment.ts';

const maxAheadMillis = 24 * 3_600_000;

/** Why an event is not read. */
export const laterThanBelievable = 'expected a time at most 24 hours after receipt, found a later one';

/**
 * A provider's clock can be wrong. A time in the far future would decide the status of its message for good, or release an
 * address for ever, so it is not believed.
 */
export function isBelievable(occurredAt: Moment, receivedAt: Moment): boolean {
  return millisOf(occurredAt) <= millisOf(receivedAt) + maxAheadMillis;
}
