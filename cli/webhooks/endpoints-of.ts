import type { Endpoints } from '../../app/webhooks/endpoint.ts';
import type { WebhookEndpoint } from '../../core/webhook-endpoint.ts';
import { enqueue, setAsideUrl } from '../../fanout/endpoint-queue.ts';
import { outputs } from '../../lib/outputs.ts';
import { moveEverything } from '../../queue/move-task.ts';
import { queueDepth } from '../../queue/queue-depth.ts';
import { deliveryLog } from '../../store/delivery-log.ts';
import { exitCodes, Problem } from '../problem.ts';
import { sqsOf } from '../sqs-of.ts';
import { stackInWords, type Target } from '../target.ts';

type Deployed = WebhookEndpoint & { readonly queueUrl: string };

/** The endpoints that the stack was deployed with. */
export function endpointsOf(target: Target): Endpoints {
  if (!target.hasOutput(outputs.webhookEndpoints))
    throw new Problem(
      `${stackInWords(target)} has no endpoints; list some in the setting webhooks (mailfold.config.ts) and deploy`,
      exitCodes.failure,
    );
  const deployed: readonly Deployed[] = JSON.parse(target.output(outputs.webhookEndpoints));
  const sqs = sqsOf(target);
  return {
    deployed: deployed.map(({ queueUrl: _, ...endpoint }) => endpoint),
    log: deliveryLog(target.dynamoDb, target.output(outputs.webhookDeliveriesTableName)),
    queuesOf({ name }) {
      const queueUrl = deployed.find((each) => each.name === name)?.queueUrl ?? '';
      const setAside = () => queueDepth(sqs, setAsideUrl(queueUrl));
      return {
        send: (webhooks) => enqueue(sqs, queueUrl, webhooks),
        waiting: () => queueDepth(sqs, queueUrl),
        setAside,
        async bringBack(onSent) {
          const total = await setAside();
          if (total === 0) return 0;
          const letters = { sqs, url: setAsideUrl(queueUrl), to: queueUrl };
          return moveEverything(letters, total, { onSent, hasTime: () => true });
        },
      };
    },
  };
}
