import { keptHeaders, maxBodyBytes, readableBody } from '../../providers/as-enqueued.ts';
import type { Ending, ProviderManifest } from '../../providers/manifest.ts';
import type { RefusalReason, Verdict, Verifier, WebhookRequest } from '../../providers/provider.ts';
import { type Envelope, toEnvelope } from '../../queue/envelope.ts';
import type { Measure } from '../metrics.ts';
import { type Answer, answerTo, endingOf } from './answers.ts';

type Log = (message: string, fields: Record<string, unknown>) => void;

/** A request whose body is decoded only when it is needed. */
export type PostedRequest = Omit<WebhookRequest, 'body'> & {
  readonly method: string;
  readonly bodyBytes: number;
  readonly readBody: () => Buffer;
};

/** The sender that a webhook URL belongs to: a provider, or a source that the operator has named. */
type Sender = {
  /** The last part of the URL. */
  readonly name: string;
  readonly manifest: ProviderManifest;
  readonly verifier: Verifier;
};

export type ReceiveDependencies = {
  readonly manifestOf: (name: string) => ProviderManifest | undefined;
  readonly verifierOf: (name: string) => Verifier | undefined;
  /** Rejects when the keys cannot be read. */
  readonly keysOf: (sender: Sender) => Promise<readonly string[]>;
  /** Bypasses the cache; undefined when they were fetched too often just now, empty when there are no others. */
  readonly freshKeysOf: (sender: Sender) => Promise<readonly string[] | undefined>;
  readonly toleranceSecondsOf: (sender: Sender) => number;
  /** True for a sender without a list of source addresses. */
  readonly isSourceAllowed: (sender: string, sourceIp: string | undefined) => boolean;
  /** Whether the token is new, or was used before with the same body. */
  readonly bindToken: (sender: string, token: string, bodyDigest: string) => Promise<boolean>;
  readonly send: (envelope: Envelope) => Promise<void>;
  readonly visit: (url: string) => Promise<void>;
  readonly now: () => Date;
  readonly log: { readonly info: Log; readonly warn: Log; readonly error: Log };
  /** Told of each fault on our side. Omit to tell nobody. */
  readonly onUnavailable?: () => void;
  /** Omit to record no metrics. */
  readonly measure?: Measure;
};

/**
 * Verifies a request, then sends it to the queue. A 200 is a receipt: it is given only once the bytes are durable. A
 * fault on our side is always a 503, because several providers drop an event for good on any 4xx.
 */
export async function receive(
  request: PostedRequest,
  name: string,
  deps: ReceiveDependencies,
): Promise<Answer> {
  const manifest = deps.manifestOf(name);
  const verifier = deps.verifierOf(name);
  if (!manifest || !verifier) {
    // API Gateway has no route for it, so the stack and this bundle do not fit together.
    deps.log.error('webhook not accepted; no provider has this name', { provider: name });
    return answerTo('unavailable');
  }
  const ending = await endingFor(request, { name, manifest, verifier }, deps).catch((error): Ending => {
    deps.log.error('webhook not accepted; the provider should send it again', { provider: name, error });
    return 'unavailable';
  });
  if (ending === 'unavailable') {
    deps.onUnavailable?.();
    deps.measure?.('Unavailable', { provider: name });
  }
  return answerTo(ending, manifest);
}

async function endingFor(
  { method, bodyBytes, readBody, ...posted }: PostedRequest,
  sender: Sender,
  deps: ReceiveDependencies,
): Promise<Ending> {
  const provider = sender.name;
  // API Gateway has a route for each method that the manifest names. Providers check a URL before there is a key.
  if (method !== 'POST') return 'checked';
  if (bodyBytes === 0) return 'empty';
  if (bodyBytes > maxBodyBytes) return tooLarge(bodyBytes, sender, deps);
  if (!deps.isSourceAllowed(provider, posted.sourceIp)) return refuse('source-not-allowed', sender, deps);
  const body = readableBody(sender.manifest, readBody());
  if (!body) return tooLarge(bodyBytes, sender, deps);
  const request = { ...posted, body };
  const verdict = await verify(request, sender, deps);
  const isGenuine = verdict !== 'no-keys' && verdict.genuine;
  if (!isGenuine && sender.verifier.isTest?.(request)) return 'checked';
  if (verdict === 'no-keys') {
    deps.log.warn('no keys are set for this provider; its webhooks get a 503 until there are', { provider });
    deps.measure?.('NoKeys', { provider });
    return 'no-keys';
  }
  if (verdict.genuine) return accept(verdict, request, sender, deps);
  const ending = refuse(verdict.reason, sender, deps);
  return verdict.isUnsure ? 'unsure' : ending;
}

function tooLarge(bytes: number, { name: provider }: Sender, { log, measure }: ReceiveDependencies): Ending {
  log.warn('webhook refused; its body is above the limit', { provider, bytes });
  measure?.('TooLarge', { provider, reason: 'unverified' });
  return 'too-large';
}

function refuse(
  reason: RefusalReason,
  { name: provider }: Sender,
  { log, measure }: ReceiveDependencies,
): Ending {
  log.warn('webhook refused', { provider, reason });
  const ending = endingOf(reason);
  // Counted separately, because a stale request is rarely an attack: a retry kept its signature, or a clock is wrong.
  if (ending === 'late') measure?.('Stale', { provider });
  else measure?.('Refused', { provider, reason });
  return ending;
}

/** Unsure: a key may have been set that we do not have yet. */
type JudgedVerdict = Verdict & { readonly isUnsure?: true };

/** With these reasons, the request may be signed with a key that was added a moment ago. */
const mayNeedFreshKeys: readonly RefusalReason[] = ['signature-mismatch', 'credentials-wrong'];

async function verify(
  request: WebhookRequest,
  sender: Sender,
  deps: ReceiveDependencies,
): Promise<JudgedVerdict | 'no-keys'> {
  const context = { now: deps.now(), toleranceSeconds: deps.toleranceSecondsOf(sender) };
  const verifyWith = (keys: readonly string[]) => sender.verifier.verify(request, { ...context, keys });
  const keys = await deps.keysOf(sender);
  const verdict = keys.length > 0 ? await verifyWith(keys) : 'no-keys';
  if (verdict !== 'no-keys' && (verdict.genuine || !mayNeedFreshKeys.includes(verdict.reason)))
    return verdict;
  const fresh = await deps.freshKeysOf(sender);
  if (fresh && fresh.length > 0) return verifyWith(fresh);
  // Between two fetches of a flood, a genuine request can carry the new key. It comes again after a 503, not always after a
  // 401. To wait for the next fetch instead would let each forged request occupy an instance for up to a second.
  return fresh || verdict === 'no-keys' ? verdict : { ...verdict, isUnsure: true };
}

async function accept(
  { next }: Extract<Verdict, { genuine: true }>,
  request: WebhookRequest,
  sender: Sender,
  deps: ReceiveDependencies,
): Promise<Ending> {
  const provider = sender.name;
  switch (next.type) {
    case 'enqueue':
      return enqueue(request, sender, deps);
    case 'enqueue-once': {
      // Bind the token first: if the queue then fails, the retry has the same body and is accepted.
      const isFirstOrRetry = await deps.bindToken(provider, next.token, next.bodyDigest);
      return isFirstOrRetry ? enqueue(request, sender, deps) : refuse('token-used-before', sender, deps);
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
  { name: provider, manifest }: Sender,
  deps: ReceiveDependencies,
): Promise<Ending> {
  const request = { body, headers: keptHeaders(manifest, headers) };
  const envelope = toEnvelope({ provider, receivedAt: deps.now(), request });
  if (!envelope) {
    deps.log.error('webhook refused; too large for the queue even when compressed', {
      provider,
      bytes: body.length,
    });
    deps.measure?.('TooLarge', { provider, reason: 'does-not-fit' });
    return 'too-large';
  }
  await deps.send(envelope);
  deps.measure?.('Accepted', { provider });
  deps.measure?.('EnqueuedBytes', { provider }, envelope.MessageBody.length);
  return 'received';
}
