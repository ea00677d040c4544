import type { WebhookEndpoint } from '../core/webhook-endpoint.ts';

/** Who is told of events within seconds. */
export interface FanOutProps {
  /**
   * Put every new event on an EventBridge bus of its own, with an archive of 30 days.
   * @default false
   */
  readonly eventBus?: boolean;
  /**
   * Post every new event to these endpoints of yours, signed by Standard Webhooks. Up to 10.
   * @default - none
   */
  readonly webhooks?: readonly WebhookEndpoint[];
  /**
   * Hosts of endpoints, or hosts with ports, that may have a private address and need no TLS.
   * @default - none: endpoints are public and have https
   */
  readonly webhookPrivateHosts?: readonly string[];
}
