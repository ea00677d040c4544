import type { Verdict, Verifier, WebhookRequest } from '../providers/provider.ts';
import { type Envelope, toEnvelope } from '../queue/envelope.ts';

export type Answer = { readonly status: 200 | 400 | 401 | 404 | 413 | 503; readonly message: string };

export type ReceiveDependencies = {
  readonly verifierOf: (provider: string) => Verifier | undefined;
  /** Rejects when the keys cannot be read. */
  readonly keysOf: (provider: string) => Promise<readonly string[]>;
  /** The keys read anew; undefined when that was done a moment ago. */
  readonly freshKeysOf: (provider: string) => Promise<readonly string[] | undefined>;
  readonly toleranceSeconds: number;
  readonly send: (envelope: Envelope) => Promise<void>;
  readonly visit: (url: string) => Promise<void>;
  readonly now: () => Date;
  readonly log: {
    info(message: string, fields: Record<string, unknown>): void;
    warn(message: string, fields: Record<string, unknown>): void;
    error(message: string, fields: Record<string, unknown>): void;
  };
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
  if (!verifier) return { status: 404, message: 'No such provider.' };
  if (request.body.length === 0) return { status: 400, message: 'Expected a body, found none.' };
  try {
    const verdict = await judge(request, provider, verifier, deps);
    if (verdict === 'no-keys') {
      deps.log.error('no keys are set for this provider, so its webhooks cannot be checked', { provider });
      return unavailable;
    }
    if (verdict.genuine) return await act(verdict, request, provider, verifier, deps);
    deps.log.warn('webhook refused', { provider, reason: verdict.reason });
    // The sender learns nothing about why: the reason is for us.
    return { status: 401, message: 'The webhook could not be verified.' };
  } catch (error) {
    deps.log.error('webhook not taken in; the provider is asked to send it again', { provider, error });
    return unavailable;
  }
}

const unavailable: Answer = { status: 503, message: 'Try again later.' };
const received: Answer = { status: 200, message: 'Received.' };

async function judge(
  request: WebhookRequest,
  provider: string,
  verifier: Verifier,
  deps: ReceiveDependencies,
): Promise<Verdict | 'no-keys'> {
  const context = { now: deps.now(), toleranceSeconds: deps.toleranceSeconds };
  const keys = await deps.keysOf(provider);
  const verdict = keys.length > 0 ? await verifier.verify(request, { ...context, keys }) : 'no-keys';
  const mayBeNewKey = verdict === 'no-keys' || (!verdict.genuine && verdict.reason === 'signature-mismatch');
  if (!mayBeNewKey) return verdict;
  // A key that was set a minute ago is not in the cache yet.
  const fresh = await deps.freshKeysOf(provider);
  return fresh && fresh.length > 0 ? verifier.verify(request, { ...context, keys: fresh }) : verdict;
}

async function act(
  { next }: Extract<Verdict, { genuine: true }>,
  request: WebhookRequest,
  provider: string,
  verifier: Verifier,
  deps: ReceiveDependencies,
): Promise<Answer> {
  switch (next.type) {
    case 'enqueue': {
      const envelope = toEnvelope({
        provider,
        receivedAt: deps.now(),
        request: withHeaders(request, verifier.headersToKeep),
      });
      if (!envelope) {
        deps.log.error('webhook refused: too large for the queue even when packed', {
          provider,
          bytes: request.body.length,
        });
        return { status: 413, message: 'The body is too large.' };
      }
      await deps.send(envelope);
      return received;
    }
    case 'confirm-subscription':
      await deps.visit(next.url);
      deps.log.info('subscription confirmed', { provider, topicArn: next.topicArn });
      return received;
    case 'acknowledge':
      deps.log.warn('webhook acknowledged without effect', { provider, reason: next.reason });
      return received;
  }
}

/** Only the headers that are part of the event travel on: never one that authenticates. */
function withHeaders(request: WebhookRequest, names: readonly string[] = []): WebhookRequest {
  return {
    body: request.body,
    headers: Object.fromEntries(names.map((name) => [name, request.headers[name]])),
  };
}
