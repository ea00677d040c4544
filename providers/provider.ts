import type { EmailEvent } from '../core/email-event.ts';

/** A webhook as it came: header names in lower case, the body byte for byte. */
export type WebhookRequest = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** Who sent it, as far as API Gateway can tell; absent once the request has passed the receiver. */
  readonly sourceIp?: string;
};

/** Why a request is refused. The sender never sees it; the log and the metrics do. */
export type RefusalReason =
  | 'headers-missing'
  | 'timestamp-unreadable'
  | 'timestamp-stale'
  | 'timestamp-in-future'
  | 'signature-mismatch'
  | 'body-unreadable'
  | 'not-signed'
  | 'credentials-wrong'
  | 'source-not-allowed'
  | 'token-used-before'
  | 'topic-not-allowed'
  | 'certificate-not-trusted';

/** What is to be done with a genuine request. */
type NextStep =
  | { readonly type: 'enqueue' }
  /**
   * For a provider that signs a single-use token and not the body: the first body that comes with a token is the only
   * one that may. The same body again is a retry.
   */
  | { readonly type: 'enqueue-once'; readonly token: string; readonly bodyDigest: string }
  /** Amazon SNS asks, once, whether it may post here; visiting the address says yes. */
  | { readonly type: 'confirm-subscription'; readonly url: string; readonly topicArn: string }
  | { readonly type: 'acknowledge'; readonly reason: string };

export type Verdict =
  | { readonly genuine: true; readonly next: NextStep }
  | { readonly genuine: false; readonly reason: RefusalReason };

export const genuine: Verdict = { genuine: true, next: { type: 'enqueue' } };

export function refused(reason: RefusalReason): Verdict {
  return { genuine: false, reason };
}

export type VerifyContext = {
  /** More than one while a key is being replaced: each of them is good. Never empty. */
  readonly keys: readonly string[];
  readonly now: Date;
  readonly toleranceSeconds: number;
};

/** The half of a provider that the receiver holds. */
export type Verifier = {
  verify(request: WebhookRequest, context: VerifyContext): Verdict | Promise<Verdict>;
};

/** One event of a request that cannot be understood, in a body of its own that can be tried again. */
export type UnreadableEvent = { readonly reason: string; readonly body: Buffer };

export type Normalized = {
  readonly events: readonly EmailEvent[];
  readonly unreadable: readonly UnreadableEvent[];
};

/** The half of a provider that the consumer holds. Throws only `UnreadableBody`. */
export type Normalizer = {
  normalize(request: WebhookRequest): Normalized;
};

/** Nothing in the body can be told apart, so it is retried as a whole and ends among the dead letters. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
}
