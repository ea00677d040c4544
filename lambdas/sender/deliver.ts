import type { DeliveryAttempt, DeliveryLog, EndpointState } from '../../app/ports/webhooks.ts';
import { delayAfter } from '../../core/retry-schedule.ts';
import { answerWords } from '../../fanout/answer-words.ts';
import { testType } from '../../fanout/outgoing-webhook.ts';
import type { PostOutcome } from '../../fanout/post-webhook.ts';

/** A webhook as the queue of an endpoint delivers it. */
export type QueuedWebhook = {
  /** Of the queue's message. */
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly id: string;
  readonly type: string;
  readonly body: string;
  /** 1 for the first. */
  readonly attempt: number;
};

export type DeliverDependencies = {
  readonly endpoint: string;
  readonly log: DeliveryLog;
  /** Signs the webhook and posts it. */
  readonly post: (webhook: QueuedWebhook) => Promise<PostOutcome>;
  /** Hides a message of the queue for some time. */
  readonly hide: (webhook: QueuedWebhook, seconds: number) => Promise<void>;
  /** Keeps a webhook for a person. */
  readonly setAside: (webhook: QueuedWebhook) => Promise<void>;
  readonly now: () => Date;
  readonly logger: {
    warn(message: string, fields: Record<string, unknown>): void;
  };
};

/** An endpoint that has failed for so long is paused. */
const dayMillis = 86_400_000;

type Tried = {
  readonly webhook: QueuedWebhook;
  readonly at: string;
  readonly millis: number;
  readonly outcome: PostOutcome;
};

/**
 * Delivers webhooks of one endpoint, all at once, and says which of them stay in the queue for another attempt. An endpoint that is paused
 * gets nothing but tests; what comes for it is set aside.
 */
export async function deliver(
  webhooks: readonly QueuedWebhook[],
  dependencies: DeliverDependencies,
): Promise<readonly string[]> {
  const state = await dependencies.log.stateOf(dependencies.endpoint);
  const isTried = ({ type }: QueuedWebhook) => state.pausedAt === undefined || type === testType;
  const held = webhooks.filter((each) => !isTried(each));
  await Promise.all(held.map(dependencies.setAside));
  const tried = await Promise.all(webhooks.filter(isTried).map((each) => tryOnce(each, dependencies)));
  const isPaused = await judge(tried, state, dependencies);
  const attempts = await Promise.all(tried.map((each) => settle(each, isPaused, dependencies)));
  await writeLog(attempts, dependencies);
  return tried
    .filter((_, index) => attempts[index]?.next === 'retried')
    .map(({ webhook }) => webhook.messageId);
}

async function tryOnce(webhook: QueuedWebhook, { post, now }: DeliverDependencies): Promise<Tried> {
  const startedAt = now();
  const outcome = await post(webhook);
  return {
    webhook,
    at: startedAt.toISOString(),
    millis: now().getTime() - startedAt.getTime(),
    outcome,
  };
}

function isDelivered({ outcome: { status = 0 } }: Tried): boolean {
  return status >= 200 && status < 300;
}

/** Notes how the endpoint does, and pauses it after a day without success. Returns whether it is paused. Tests do not count. */
async function judge(
  tried: readonly Tried[],
  state: EndpointState,
  { endpoint, log, now, logger }: DeliverDependencies,
): Promise<boolean> {
  if (state.pausedAt !== undefined) return true;
  const counted = tried.filter(({ webhook }) => webhook.type !== testType);
  if (counted.some(isDelivered)) {
    if (state.failingSince !== undefined) await log.noteSuccess(endpoint);
    return false;
  }
  if (counted.length === 0) return false;
  const since = await log.noteFailure(endpoint, now().toISOString());
  // By Standard Webhooks, 410 says that the endpoint wants nothing more.
  const isGone = counted.some(({ outcome }) => outcome.status === 410);
  if (!isGone && now().getTime() - Date.parse(since) < dayMillis) return false;
  const because = isGone ? 'gone' : 'failing';
  if (await log.pause(endpoint, now().toISOString(), because))
    logger.warn('the endpoint is paused; its events are set aside', { endpoint, because, since });
  return true;
}

/** Decides what becomes of a webhook, and does it. */
async function settle(
  tried: Tried,
  isPaused: boolean,
  { hide, setAside }: DeliverDependencies,
): Promise<DeliveryAttempt> {
  const { webhook } = tried;
  if (isDelivered(tried)) return attemptOf(tried, 'delivered');
  // A person looks at the answer to a test, and can send another.
  if (webhook.type === testType) return attemptOf(tried, 'set-aside');
  const seconds = isPaused ? undefined : delayAfter(webhook.attempt);
  if (seconds === undefined) {
    await setAside(webhook);
    return attemptOf(tried, 'set-aside');
  }
  await hide(webhook, seconds);
  return attemptOf(tried, 'retried');
}

function attemptOf({ webhook, at, millis, outcome }: Tried, next: DeliveryAttempt['next']): DeliveryAttempt {
  const { id, type, attempt } = webhook;
  const { status, error, answer } = outcome;
  return {
    at,
    id,
    type,
    attempt,
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
    millis,
    ...(answer && { answer: answerWords(answer) }),
    next,
  };
}

/** A delivery that cannot be noted is still a delivery: doing it again would help nobody. */
async function writeLog(
  attempts: readonly DeliveryAttempt[],
  { endpoint, log, logger }: DeliverDependencies,
): Promise<void> {
  try {
    await log.record(endpoint, attempts);
  } catch (error) {
    logger.warn('attempts are missing in the delivery log', { endpoint, attempts: attempts.length, error });
  }
}
