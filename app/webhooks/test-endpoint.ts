import { type Answer, answer } from '../answer.ts';
import type { DeliveryAttempt, OutgoingWebhook } from '../ports/webhooks.ts';
import { type Endpoints, endpointNamed } from './endpoint.ts';

export type TestPorts = Endpoints & {
  readonly testWebhook: (endpoint: string) => OutgoingWebhook;
  readonly pause: (millis: number) => Promise<unknown>;
  /** Whether it is worth waiting on. */
  readonly hasTime: () => boolean;
};

/** The attempt may be behind others that happen at the same time. */
const lookedThrough = 50;

/**
 * Sends a test to an endpoint, by the way that events take, also if it is paused. The value is what came of it; undefined if that is
 * not known in time.
 */
export async function testEndpoint(
  name: string,
  ports: TestPorts,
): Promise<Answer<DeliveryAttempt | undefined>> {
  const endpoint = endpointNamed(name, ports);
  if (!endpoint.ok) return endpoint;
  const webhook = ports.testWebhook(name);
  const [refused] = await ports.queuesOf(endpoint.value).send([webhook]);
  if (refused) throw new Error('the queue of the endpoint did not take the test; try again');
  for (;;) {
    const attempts = await ports.log.latest(name, lookedThrough);
    const found = attempts.find(({ id }) => id === webhook.id);
    if (found || !ports.hasTime()) return answer(found);
    await ports.pause(250);
  }
}
