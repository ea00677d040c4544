import { outputs } from '../../lib/outputs.ts';
import { topicProvider } from '../../providers/manifests.ts';
import { queueCounts } from '../../queue/queue-depth.ts';
import { mailfoldCommand } from '../next-commands.ts';
import { sqsOf } from '../sqs-of.ts';
import type { Check } from './check.ts';
import { unwell, well } from './finding.ts';
import { countsInWords } from './queue.ts';

const what = 'dead letters';

const queues = [
  { what, output: outputs.deadLetterQueueUrl, list: 'dlq list' },
  {
    what: `${topicProvider.title} ${what}`,
    output: outputs.sesDeadLetterQueueUrl,
    list: `dlq list --queue ${topicProvider.name}`,
  },
];

export const deadLetters: Check = {
  what,
  run: (target) =>
    Promise.all(
      queues.map(async (queue) => {
        const counts = await queueCounts(sqsOf(target), target.output(queue.output));
        const total = counts.visible + counts.inFlight + counts.delayed;
        return total === 0
          ? well(queue.what, 'none')
          : unwell(queue.what, `${total} (${countsInWords(counts)})`, mailfoldCommand(queue.list, target));
      }),
    ),
};
