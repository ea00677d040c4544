import type { Moment } from '../../core/moment.ts';
import type { WebhookEndpoint } from '../../core/webhook-endpoint.ts';
import { type Answer, answer, refuse } from '../answer.ts';
import { givenTime, ifGiven } from '../given.ts';
import type { EventArchive } from '../ports/lake.ts';
import type { Announcing, EndpointQueues, OutgoingWebhook } from '../ports/webhooks.ts';
import { type Endpoints, endpointNamed } from './endpoint.ts';

export type Replay = {
  /** Events that were sent again. */
  readonly events: number;
  /** Event rows that cannot be read; `mailfold audit` names them. */
  readonly unreadable: number;
};

export type ReplayPorts = Endpoints & {
  /** The events that the tables still have. */
  readonly archive: EventArchive;
  readonly announcing: Announcing;
};

export type ReplayProgress = {
  readonly sent: (count: number) => void;
  /** Called with the number of rows that were read. */
  readonly read: (rows: number) => void;
};

/** Sent together, and held in memory at once. */
const mostHeld = 100;

/**
 * Sends events to an endpoint again: those that were set aside or, with a time, all that were stored since then, delivered or not.
 * They have the ids that they had before.
 */
export async function replayWebhooks(
  { endpoint: name, since }: { readonly endpoint: string; readonly since?: string },
  ports: ReplayPorts,
  on: ReplayProgress,
): Promise<Answer<Replay>> {
  const endpoint = endpointNamed(name, ports);
  if (!endpoint.ok) return endpoint;
  const given = ifGiven(since, givenTime);
  if (!given.ok) return given;
  const { pausedAt } = await ports.log.stateOf(name);
  // It would be set aside again at once.
  if (pausedAt !== undefined) return refuse('endpoint-paused', 'the endpoint is paused');
  const queues = ports.queuesOf(endpoint.value);
  if (given.value === undefined) return answer({ events: await queues.bringBack(on.sent), unreadable: 0 });
  return answer(await sendSince(given.value, endpoint.value, queues, ports, on));
}

async function sendSince(
  since: Moment,
  { types }: WebhookEndpoint,
  queues: EndpointQueues,
  { archive, announcing }: ReplayPorts,
  on: ReplayProgress,
): Promise<Replay> {
  const sum = { events: 0, unreadable: 0 };
  let held: OutgoingWebhook[] = [];
  const send = async () => {
    const refused = await queues.send(held);
    if (refused.length > 0)
      throw new Error(
        `the queue of the endpoint refused ${refused.length} events; ${sum.events} were sent again; try again, ids that are known do no harm`,
      );
    sum.events += held.length;
    on.sent(held.length);
    held = [];
  };
  const unreadable = () => {
    sum.unreadable += 1;
  };
  for await (const facts of archive.events(since, { read: on.read, unreadable })) {
    // What a person imported was never announced.
    if (facts.imported) continue;
    const webhook = announcing(facts);
    if (types && !types.some((type) => type === webhook.type)) continue;
    held.push(webhook);
    if (held.length === mostHeld) await send();
  }
  if (held.length > 0) await send();
  return sum;
}
