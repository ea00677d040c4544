import type { WebhookEndpoint } from '../../core/webhook-endpoint.ts';
import type { DeliveryAttempt, EndpointState } from '../ports/webhooks.ts';
import type { Endpoints } from './endpoint.ts';

export type EndpointReport = WebhookEndpoint &
  EndpointState & {
    readonly health: 'delivering' | 'failing' | 'paused';
    /** Events that wait for their first or next attempt. */
    readonly waiting: number;
    /** Events that wait for a person. */
    readonly setAside: number;
    readonly lastAttempt?: DeliveryAttempt;
  };

/** How deliveries to each endpoint go. */
export function listEndpoints(endpoints: Endpoints): Promise<EndpointReport[]> {
  return Promise.all(endpoints.deployed.map((endpoint) => reportOn(endpoint, endpoints)));
}

async function reportOn(endpoint: WebhookEndpoint, { log, queuesOf }: Endpoints): Promise<EndpointReport> {
  const queues = queuesOf(endpoint);
  const [state, [lastAttempt], waiting, setAside] = await Promise.all([
    log.stateOf(endpoint.name),
    log.latest(endpoint.name, 1),
    queues.waiting(),
    queues.setAside(),
  ]);
  return {
    ...endpoint,
    ...state,
    health: state.pausedAt ? 'paused' : state.failingSince ? 'failing' : 'delivering',
    waiting,
    setAside,
    ...(lastAttempt && { lastAttempt }),
  };
}
