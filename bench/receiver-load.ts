import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookRequest } from '../providers/provider.ts';
import { simulatorFor } from './load/simulator-for.ts';

/** Requests in flight at full load. */
const concurrency = 16;
const agent = new Agent({ keepAlive: true });

/** Requests of a provider with different events; they are sent over and over again. */
export type Load = { readonly path: string; readonly requests: readonly WebhookRequest[] };

export async function loadOf(provider: string, signingKey: string, eventsPerRequest: number): Promise<Load> {
  const simulator = await simulatorFor(provider);
  const now = new Date();
  const requests = Array.from({ length: 50 }, (_, number) => {
    const events = Array.from({ length: eventsPerRequest }, (_, index) => ({
      kind: 'delivered',
      to: [`user.${number}.${index}@customer.example`],
      messageId: `message-${number}-${index}`,
      at: now,
    }));
    const [payload = Buffer.of()] = simulator.payloadsOf(events);
    return simulator.sign(payload, signingKey, now, `https://bench.example/webhooks/${provider}`);
  });
  return { path: `/webhooks/${provider}`, requests };
}

/** Sends as fast as the contender answers. Returns the number of answers. */
export async function saturate(port: number, load: Load, millis: number): Promise<number> {
  const end = performance.now() + millis;
  let count = 0;
  const client = async () => {
    while (performance.now() < end) await post(port, load, count++);
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  return count;
}

/**
 * Sends at a steady rate, without waiting for answers. Returns how many milliseconds each answer took since its request
 * was due, so that a delay in sending counts too.
 */
export async function sendSteadily(
  port: number,
  load: Load,
  perSecond: number,
  millis: number,
): Promise<number[]> {
  const start = performance.now();
  const answers: Promise<number>[] = [];
  const count = Math.floor((perSecond * millis) / 1_000);
  while (answers.length < count) {
    const due = start + (answers.length * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) {
      await delay(Math.ceil(early));
      continue;
    }
    const answer = post(port, load, answers.length).then(() => performance.now() - due);
    // Awaited once all are sent; until then a failure must not count as unhandled.
    answer.catch(() => {});
    answers.push(answer);
  }
  return Promise.all(answers);
}

function post(port: number, { path, requests }: Load, number: number): Promise<void> {
  const { headers, body } = requests[number % requests.length] ?? { headers: {}, body: Buffer.of() };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { port, path, method: 'POST', agent, headers: { ...headers, 'content-length': body.length } },
      (response) => {
        response.resume();
        response.once('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`expected 200, found ${response.statusCode}`));
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
