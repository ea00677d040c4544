import type { EmailEvent } from '../core/email-event.ts';

/** A webhook: header names in lower case, and the raw bytes of the body. */
export type WebhookRequest = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** The URLs that the sender may have posted to: some senders sign theirs. Absent after the receiver. */
  readonly urls?: readonly string[];
  /** The source address that API Gateway reports; absent after the receiver. */
  readonly sourceIp?: string;
};

/** Why a request is refused. It is in the log and the metrics, and never in the answer to the sender. */
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

/** What to do with a genuine request. */
type NextStep =
  | { readonly type: 'enqueue' }
  /**
   * For a provider that signs a single-use token and not the body: the first body that comes with a token is the only
   * one that may. The same body again is a retry.
   */
  | { readonly type: 'enqueue-once'; readonly token: string; readonly bodyDigest: string }
  /** Amazon SNS asks once whether it may post here. A request to the URL confirms it. */
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
  /** Never empty. Several during a rotation: each of them is valid. */
  readonly keys: readonly string[];
  readonly now: Date;
  readonly toleranceSeconds: number;
};

/** The part of a provider that is in the receiver's bundle. */
export type Verifier = {
  verify(request: WebhookRequest, context: VerifyContext): Verdict | Promise<Verdict>;
  /**
   * Whether a request that is not genuine is the test of a new webhook, which the provider signs with a key that everybody knows. It
   * is answered before there is a key, and has no effect. Omit if the provider sends none.
   */
  isTest?(request: WebhookRequest): boolean;
};

/** The parts of a body, such as the reports of a list or the recipients of one report. Each can be read alone. */
export type Reports<Part = unknown> = {
  readonly parts: readonly Part[];
  /** Throws an error with the reason if the part cannot be read. */
  eventsOf(part: Part): readonly EmailEvent[];
  /** A body with only these parts. It has the form of the original body, so that it can be tried again. */
  bodyOf(parts: readonly Part[]): Buffer;
};

export type Normalized = {
  readonly events: readonly EmailEvent[];
  /** One for each part that cannot be read. */
  readonly unreadable: readonly { readonly reason: string }[];
};

/** The part of a provider that is in the consumer's bundle. Throws only `UnreadableBody`. */
export type Normalizer = {
  /** The consumer reads part by part: the events of a long body would take too much memory at once. */
  split(request: WebhookRequest): Reports;
  /** Reads all parts. Omit `receivedAt` to believe every time. */
  normalize(request: WebhookRequest, receivedAt?: Date): Normalized;
  /**
   * A request that contains a stored event again. `payload` is JSON, as a string: parsed, it could lose digits. What only a
   * header or an envelope said is taken from the event.
   */
  requestFor(payload: string, event: Pick<EmailEvent, 'id' | 'providerType' | 'occurredAt'>): WebhookRequest;
};

/** The body cannot be split into events. The message is retried as a whole and becomes a dead letter. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
}
