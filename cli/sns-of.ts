import { SNSClient } from '@aws-sdk/client-sns';
import type { Target } from './target.ts';

const clients = new WeakMap<Target, SNSClient>();

/** One client per target. Not a field of it: most commands need no topic, and a client takes long to load. */
export function snsOf(target: Target): SNSClient {
  const client = clients.get(target) ?? new SNSClient(target.settings);
  clients.set(target, client);
  return client;
}
