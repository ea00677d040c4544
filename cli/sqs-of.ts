import { SQSClient } from '@aws-sdk/client-sqs';
import type { Target } from './target.ts';

const clients = new WeakMap<Target, SQSClient>();

/** One client per target. Not a field of it: most commands need no queue, and a client takes long to load. */
export function sqsOf(target: Target): SQSClient {
  const client = clients.get(target) ?? new SQSClient(target.settings);
  clients.set(target, client);
  return client;
}
