import { outputs } from '../../lib/outputs.ts';
import { queueCounts } from '../../queue/queue-depth.ts';
import { sqsOf } from '../sqs-of.ts';
import type { Check } from './check.ts';
import { well } from './finding.ts';

const what = 'events queue';

/** Says how much waits. Whether that is much depends on the traffic; the alarms judge the age of the oldest message. */
export const queue: Check = {
  what,
  async run(target) {
    const counts = await queueCounts(sqsOf(target), target.output(outputs.eventsQueueUrl));
    return [well(what, countsInWords(counts))];
  },
};

export function countsInWords({
  visible,
  inFlight,
  delayed,
}: Awaited<ReturnType<typeof queueCounts>>): string {
  return `${visible} visible, ${inFlight} in flight, ${delayed} delayed`;
}
