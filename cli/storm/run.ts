import { setTimeout as delay } from 'node:timers/promises';
import { webhookUrlOutput } from '../../lib/outputs.ts';
import { publish } from '../publish.ts';
import { sendRequest } from '../send-request.ts';
import type { Target } from '../target.ts';
import type { Delivery } from './deliveries.ts';

export type Answered = {
  readonly delivery: Delivery;
  readonly status: number;
  readonly milliseconds: number;
};

/** Keeps a small machine busy, yet few enough that requests do not wait for each other. */
const atOnce = 8;

/** Sends all deliveries, several at a time, at no more than the given rate. */
export async function deliverAll(
  deliveries: readonly Delivery[],
  target: Target,
  requestsPerSecond: number | undefined,
  onAnswer: () => void,
): Promise<Answered[]> {
  const answered: Answered[] = [];
  const start = performance.now();
  let begun = 0;
  const remaining = deliveries.values();
  const taker = async () => {
    for (const delivery of remaining) {
      begun += 1;
      if (requestsPerSecond)
        await delay(Math.max(0, start + (begun * 1000) / requestsPerSecond - performance.now()));
      answered.push(await deliver(delivery, target));
      onAnswer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, taker));
  return answered;
}

export async function deliver(delivery: Delivery, target: Target): Promise<Answered> {
  const { simulator, provider, transport, signingKey } = delivery.actor;
  if (transport === 'topic') return timed(delivery, () => publish(delivery.payload, target));
  const key = delivery.sort === 'forged' ? simulator.makeKeys().signingKey : signingKey;
  const url = target.output(webhookUrlOutput(provider));
  const request = simulator.sign(delivery.payload, key, new Date(), url);
  return timed(delivery, () => sendRequest(url, request));
}

async function timed(delivery: Delivery, act: () => Promise<number>): Promise<Answered> {
  const start = performance.now();
  const status = await act();
  return { delivery, status, milliseconds: performance.now() - start };
}
