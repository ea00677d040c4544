import type { RefusalReason, Verdict, Verifier, WebhookRequest } from '../../providers/provider.ts';
import { type Envelope, toEnvelope } from '../../queue/envelope.ts';
import type { Measure } from '../metrics.ts';
import { type Answer, answerTo, type Ending, endingOf } from './answers.ts';

type Log = (message: string, fields: Record<string, unknown>) => void;

export type ReceiveDependencies = {
  readonly verifierOf: (provider: string) => Verifier | undefined;
  /** Rejects when the keys cannot be read. */
  readonly keysOf: (provider: string) => Promise<readonly string[]>;
  /** The keys read anew; undefined when that was done a moment ago. */
  readonly freshKeysOf: (provider: string) => Promise<readonly string[] | undefined>;
  readonly toleranceSecondsOf: (provider: string, verifier: Verifier) => number;
  /** Whether the provider's list of source addresses, if it has one, has this one. */
  readonly isSourceAllowed: (provider: string, sourceIp: string | undefined) => boolean;
  /** Whether the token is new, or was used with this very body before. */
  readonly bindToken: (provider: string, token: string, bodyDigest: string) => Promise<boolean>;
  readonly send: (envelope: Envelope) => Promise<void>;
  readonly visit: (url: string) => Promise<void>;
  readonly now: () => Date;
  readonly log: { readonly info: Log; readonly warn: Log; readonly error: Log };
  /** Where nobody looks at metrics, there is none. */
  readonly measure?: Measure;
};

/**
 * Verify, then enqueue. A 200 is a receipt: it is given only once the bytes are durable. Whatever goes wrong on our
 * side is a 503, because several providers throw an event away for good on any 4xx.
 */
export async function receive(
  request: WebhookRequest,
  provider: string,
  deps: ReceiveDependencies,
): Promise<Answer> {
  const verifier = deps.verifierOf(provider);
  // Not measured by its name: strangers think of endlessly many.
  if (!verifier) return answerTo(provider, 'unknown-provider');
  const ending = await endingFor(request, provider, verifier, deps).catch((error): Ending => {
    deps.log.error('webhook not taken in; the provider is asked to send it again', { provider, error });
    return 'unavailable';
  });
  if (ending === 'unavailable') deps.measure?.('Unavailable', { provider });
  return answerTo(provider, ending);
}

async function endingFor(
  request: WebhookRequest,
  provider: string,
  verifier: Verifier,
  deps: ReceiveDependencies,
): Promise<Ending> {
  if (request.body.length === 0) return 'empty';
  if (!deps.isSourceAllowed(provider, request.sourceIp)) return refuse('source-not-allowed', provider, deps);
  const verdict = await judge(request, provider, verifier, deps);
  if (verdict === 'no-keys') {
    deps.log.error('no keys are set for this provider, so its webhooks cannot be checked', { provider });
    return 'unavailable';
  }
  return verdict.genuine
    ? act(verdict, request, provider, verifier, deps)
    : refuse(verdict.reason, provider, deps);
}

function refuse(reason: RefusalReason, provider: string, { log, measure }: ReceiveDependencies): Ending {
  log.warn('webhook refused', { provider, reason });
  const ending = endingOf(reason);
  // Apart, because the late ones are most likely ours: a retry that kept its signature, or a clock that is off.
  if (ending === 'late') measure?.('Stale', { provider });
  else measure?.('Refused', { provider, reason });
  return ending;
}

/** Another key than those we hold could make these genuine. */
const mayBeNewKey: readonly RefusalReason[] = ['signature-mismatch', 'credentials-wrong'];

async function judge(
  request: WebhookRequest,
  provider: string,
  verifier: Verifier,
  deps: ReceiveDependencies,
): Promise<Verdict | 'no-keys'> {
  const context = { now: deps.now(), toleranceSeconds: deps.toleranceSecondsOf(provider, verifier) };
  const verifyWith = (keys: readonly string[]) => verifier.verify(request, { ...context, keys });
  const keys = await deps.keysOf(provider);
  const verdict = keys.length > 0 ? await verifyWith(keys) : 'no-keys';
  if (verdict !== 'no-keys' && (verdict.genuine || !mayBeNewKey.includes(verdict.reason))) return verdict;
  // A key that was set a minute ago is not in the cache yet.
  const fresh = await deps.freshKeysOf(provider);
  return fresh && fresh.length > 0 ? verifyWith(fresh) : verdict;
}

async function act(
  { next }: Extract<Verdict, { genuine: true }>,
  request: WebhookRequest,
  provider: string,
  verifier: Verifier,
  deps: ReceiveDependencies,
): Promise<Ending> {
  switch (next.type) {
    case 'enqueue':
      return enqueue(request, provider, verifier, deps);
    case 'enqueue-once': {
      // Bound before it is enqueued: should that fail, the retry brings the same body and is let through.
      const isFirstOrRetry = await deps.bindToken(provider, next.token, next.bodyDigest);
      return isFirstOrRetry
        ? enqueue(request, provider, verifier, deps)
        : refuse('token-used-before', provider, deps);
    }
    case 'confirm-subscription':
      await deps.visit(next.url);
      deps.log.info('subscription confirmed', { provider, topicArn: next.topicArn });
      return 'received';
    case 'acknowledge':
      deps.log.warn('webhook acknowledged without effect', { provider, reason: next.reason });
      return 'received';
  }
}

async function enqueue(
  { body, headers }: WebhookRequest,
  provider: string,
  { headersToKeep = [] }: Verifier,
  deps: ReceiveDependencies,
): Promise<Ending> {
  // Only the headers that are part of the event travel on: never one that authenticates.
  const kept = Object.fromEntries(headersToKeep.map((name) => [name, headers[name]]));
  const envelope = toEnvelope({ provider, receivedAt: deps.now(), request: { body, headers: kept } });
  if (!envelope) {
    deps.log.error('webhook refused: too large for the queue even when packed', {
      provider,
      bytes: body.length,
    });
    deps.measure?.('TooLarge', { provider });
    return 'too-large';
  }
  await deps.send(envelope);
  deps.measure?.('Accepted', { provider });
  deps.measure?.('EnqueuedBytes', { provider }, envelope.MessageBody.length);
  return 'received';
}
