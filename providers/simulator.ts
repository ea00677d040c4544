import type { WebhookRequest } from './provider.ts';

/** A made-up event, as its caller describes it. The simulator adds what its provider would. */
export type SimulatedEvent = {
  /** One of the simulator's kinds. */
  readonly kind: string;
  readonly to: readonly string[];
  readonly messageId: string;
  readonly at: Date;
};

/** What a provider keeps to itself, and what it shows in its dashboard. The same key where it signs with an HMAC. */
export type ProviderKeys = { readonly signingKey: string; readonly verificationKey: string };

/** Plays a provider's part, for trials and tests: the same event always gets the same payload and the same id. */
export type Simulator = {
  /** The normalised types that this provider can report, and its own words where one type has several. */
  readonly kinds: readonly string[];
  /** What a request's signature covers. */
  readonly covers: { readonly body: boolean; readonly time: boolean };
  makeKeys(): ProviderKeys;
  /** One payload per request or message. */
  payloadsOf(events: readonly SimulatedEvent[]): Buffer[];
  /** A payload as the provider would post it at that time. */
  sign(
    payload: Buffer,
    signingKey: string,
    now: Date,
  ): WebhookRequest & { readonly headers: Record<string, string> };
};
