import type { WebhookEndpoint } from '../../core/webhook-endpoint.ts';
import { type Answer, answer, refuse } from '../answer.ts';
import type { DeliveryLog, EndpointQueues } from '../ports/webhooks.ts';

/** The endpoints that a stack was deployed with, and what is known about them. */
export type Endpoints = {
  readonly deployed: readonly WebhookEndpoint[];
  readonly log: DeliveryLog;
  queuesOf(endpoint: WebhookEndpoint): EndpointQueues;
};

export function endpointNamed(
  name: string,
  { deployed }: Pick<Endpoints, 'deployed'>,
): Answer<WebhookEndpoint> {
  const found = deployed.find((each) => each.name === name);
  if (found) return answer(found);
  const names = deployed.map((each) => each.name);
  return refuse('endpoint-unknown', `expected one of ${names.join(', ')}`);
}
