import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryAttempt, OutgoingWebhook } from '../../app/ports/webhooks.ts';
import { answerWords } from '../../fanout/answer-words.ts';
import { createPoster, type Poster } from '../../fanout/post-webhook.ts';
import { webhookRequest } from '../../fanout/webhook-request.ts';

/** What is shown of an attempt, at the moment at which it happens. */
export type Forwarded = Omit<DeliveryAttempt, 'at'>;

/** A developer does not wait for a day. */
const pausesMillis = [500, 1_000, 2_000, 4_000];

/** For a program of the person who listens, on their own machine: neither TLS nor a public address is needed. */
export function posterTo(url: URL): Poster {
  return createPoster({ listedHosts: [url.host], timeoutMillis: 30_000 });
}

/** Posts an event until it is taken, five times at most. Tells of each answer. Returns whether it was taken. */
export async function forward(
  webhook: OutgoingWebhook,
  { url, secret, post }: { readonly url: URL; readonly secret: string; readonly post: Poster },
  onAnswer: (forwarded: Forwarded) => void,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = performance.now();
    const { status, error, answer } = await post(webhookRequest(url.href, webhook, [secret], new Date()));
    const isTaken = status !== undefined && status >= 200 && status < 300;
    const pause = isTaken ? undefined : pausesMillis[attempt - 1];
    onAnswer({
      id: webhook.id,
      type: webhook.type,
      attempt,
      ...(status !== undefined && { status }),
      ...(error !== undefined && { error }),
      millis: Math.round(performance.now() - startedAt),
      ...(answer && { answer: answerWords(answer) }),
      next: isTaken ? 'delivered' : pause === undefined ? 'set-aside' : 'retried',
    });
    if (pause === undefined) return isTaken;
    await delay(pause);
  }
}
