import type { Ending, ProviderManifest } from '../../providers/manifest.ts';
import type { RefusalReason, Verdict, Verifier, WebhookRequest } from '../../providers/provider.ts';
import { type Envelope, toEnvelope } from '../../queue/envelope.ts';
import type { Measure } from '../metrics.ts';
import { type Answer, answerTo, endingOf } from './answers.ts';

type Log = (message: string, fields: Record<string, unknown>) => void;

/** Who sends to a webhook URL: a provider, or a source that the operator has named and a provider's code serves. */
type Sender = {
  /** The end of the URL. */
  readonly name: string;
  readonly manifest: ProviderManifest;
  readonly verifier: Verifier;
};

export type ReceiveDependencies = {
  readonly manifestOf: (name: string) => ProviderManifest | undefined;
  readonly verifierOf: (name: string) => Verifier | undefined;
  /** Rejects when the keys cannot be read. */
  readonly keysOf: (sender: Sender) => Promise<readonly string[]>;
  /** The keys read anew; undefined when that was done a moment ago. */
  readonly freshKeysOf: (sender: Sender) => Promise<readonly string[] | undefined>;
  readonly toleranceSecondsOf: (sender: Sender) => number;
  /** Whether the sender has no list of source addresses, or a list with this one. */
  readonly isSourceAllowed: (sender: string, sourceIp: string | undefined) => boolean;
  /** Whether the token is new, or was used with this very body before. */
  readonly bindToken: (sender: string, token: string, bodyDigest: string) => Promise<boolean>;
  readonly send: (envelope: Envelope) => Promise<void>;
  readonly visit: (url: string) => Promise<void>;
  readonly now: () => Date;
  readonly log: { readonly info: Log; readonly warn: Log; readonly error: Log };
  /** Omit to record no metrics. */
  readonly measure?: Measure;
};

/**
 * Verify, then enqueue. A 200 is a receipt: it is given only once the bytes are durable. Whatever goes wrong on our
 * side is a 503, because several providers throw an event away for good on any 4xx.
 */
export async function receive(
  request: WebhookRequest,
  name: string,
  deps: ReceiveDependencies,
): Promise<Answer> {
  const manifest = deps.manifestOf(name);
  const verifier = deps.verifierOf(name);
  // Not a dimension: attackers could create unlimited metrics.
  if (!manifest || !verifier) return answerTo('unknown-provider');
  const ending = await endingFor(request, { name, manifest, verifier }, deps).catch((error): Ending => {
    deps.log.error('webhook not taken in; the provider is asked to send it again', { provider: name, error });
    return 'unavailable';
  });
  if (ending === 'unavailable') deps.measure?.('Unavailable', { provider: name });
  return answerTo(ending, manifest);
}

async function endingFor(
  request: WebhookRequest,
  sender: Sender,
  deps: ReceiveDependencies,
): Promise<Ending> {
  if (request.body.length === 0) return 'empty';
  if (!deps.isSourceAllowed(sender.name, request.sourceIp)) return refuse('source-not-allowed', sender, deps);
  const verdict = await judge(request, sender, deps);
  if (verdict === 'no-keys') {
    deps.log.error('no keys are set for this provider, so its webhooks cannot be checked', {
      provider: sender.name,
    });
    return 'unavailable';
  }
  return verdict.genuine ? act(verdict, request, sender, deps) : refuse(verdict.reason, sender, deps);
}

function refuse(
  reason: RefusalReason,
  { name: provider }: Sender,
  { log, measure }: ReceiveDependencies,
): Ending {
  log.warn('webhook refused', { provider, reason });
  const ending = endingOf(reason);
  // Apart, because the late ones are most likely ours: a retry that kept its signature, or a clock that is off.
  if (ending === 'late') measure?.('Stale', { provider });
  else measure?.('Refused', { provider, reason });
  return ending;
}

/** A key that we do not hold yet could make these genuine. */
const mayBeNewKey: readonly RefusalReason[] = ['signature-mismatch', 'credentials-wrong'];

async function judge(
  request: WebhookRequest,
  sender: Sender,
  deps: ReceiveDependencies,
): Promise<Verdict | 'no-keys'> {
  const context = { now: deps.now(), toleranceSeconds: deps.toleranceSecondsOf(sender) };
  const verifyWith = (keys: readonly string[]) => sender.verifier.verify(request, { ...context, keys });
  const keys = await deps.keysOf(sender);
  const verdict = keys.length > 0 ? await verifyWith(keys) : 'no-keys';
  if (verdict !== 'no-keys' && (verdict.genuine || !mayBeNewKey.includes(verdict.reason))) return verdict;
  // A key that was set a minute ago is not in the cache yet.
  const fresh = await deps.freshKeysOf(sender);
  return fresh && fresh.length > 0 ? verifyWith(fresh) : verdict;
}

async function act(
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
      // Bound before it is enqueued: should that fail, the retry brings the same body and is let through.
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
  { name: provider, manifest: { headersToKeep = [] } }: Sender,
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
