import type { WebhookRequest } from './provider.ts';

/** What is true of a simulated mail. A simulator writes what its provider tells, in the provider's own form, and nothing else. */
export type SimulatedMail = {
  readonly template: string;
  readonly templateVersion: string;
  readonly tags: readonly string[];
  readonly stream: string;
  readonly sendingDomain: string;
  readonly metadata: Readonly<Record<string, string>>;
};

/** An event to simulate. The simulator adds the provider's own fields, and what is not said of the mail. */
export type SimulatedEvent = Partial<SimulatedMail> & {
  /** One of the simulator's kinds. */
  readonly kind: string;
  readonly to: readonly string[];
  readonly messageId: string;
  readonly at: Date;
  /** When the mail was sent. @default - the time of the event */
  readonly sentAt?: Date;
};

/** The key that a provider signs with, and the key that it shows in its dashboard. With an HMAC they are the same. */
export type ProviderKeys = { readonly signingKey: string; readonly verificationKey: string };

/** A request by which a provider sees whether the URL answers, before it sends any event. */
export type EndpointCheck = {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers: Record<string, string>;
  readonly body: Buffer;
};

/** Simulates a provider, for trials and tests. The same event always gets the same payload and the same id. */
export type Simulator = {
  /** The event types that this provider can report, and its own names where one type has several. */
  readonly kinds: readonly string[];
  /** What the signature of a request covers. */
  readonly covers: { readonly body: boolean; readonly time: boolean };
  makeKeys(): ProviderKeys;
  /** As many events as the provider posts together. @default 20 */
  readonly eventsPerPost?: number;
  /** One payload per request or message. */
  payloadsOf(events: readonly SimulatedEvent[]): Buffer[];
  /** A payload as the provider would post it at that time. `url` is needed only by a provider that signs it. */
  sign(
    payload: Buffer,
    signingKey: string,
    now: Date,
    url?: string,
  ): WebhookRequest & { readonly headers: Record<string, string> };
  /** The checks of a new webhook. Omit if the provider sends none. */
  checks?(signingKey: string, now: Date, url: string): readonly EndpointCheck[];
};
