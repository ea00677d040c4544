import type { StoredFacts } from './lake.ts';

/** One attempt to deliver one event. It names nobody. */
export type DeliveryAttempt = {
  readonly at: string;
  /** The id of the event, as in `webhook-id`. */
  readonly id: string;
  readonly type: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** Absent when there was no answer. */
  readonly status?: number;
  readonly error?: string;
  readonly millis: number;
  /** The beginning of the answer, without control characters and addresses. */
  readonly answer?: string;
  /** What happens now: nothing more, another attempt, or it waits for a person. */
  readonly next: 'delivered' | 'retried' | 'set-aside';
};

export type PauseReason =
  /** No delivery has succeeded for a day. */
  | 'failing'
  /** The endpoint answered 410 Gone. */
  | 'gone';

export type EndpointState = {
  /** The first failure since the last success. */
  readonly failingSince?: string;
  readonly pausedAt?: string;
  readonly pausedBecause?: PauseReason;
};

/** What is known about the deliveries to each endpoint. */
export type DeliveryLog = {
  stateOf(endpoint: string): Promise<EndpointState>;
  record(endpoint: string, attempts: readonly DeliveryAttempt[]): Promise<void>;
  /** Newest first. */
  latest(endpoint: string, limit: number): Promise<readonly DeliveryAttempt[]>;
  /** Notes the first failure since a success. Later ones change nothing. Returns the time of the first. */
  noteFailure(endpoint: string, at: string): Promise<string>;
  noteSuccess(endpoint: string): Promise<void>;
  /** Returns whether it was delivering until now. */
  pause(endpoint: string, at: string, because: PauseReason): Promise<boolean>;
  /** Also forgets failures: the endpoint has another day. Returns whether it was paused. */
  resume(endpoint: string): Promise<boolean>;
};

/** An event on its way to one endpoint. */
export type OutgoingWebhook = { readonly id: string; readonly type: string; readonly body: string };

/** The queues of an endpoint. */
export type EndpointQueues = {
  /** Returns those that were not accepted. */
  send(webhooks: readonly OutgoingWebhook[]): Promise<readonly OutgoingWebhook[]>;
  /** What waits for its first or next attempt. */
  waiting(): Promise<number>;
  /** What waits for a person. */
  setAside(): Promise<number>;
  /** Sends what was set aside again. Returns how many. */
  bringBack(onSent: (count: number) => void): Promise<number>;
};

/** How an event becomes what is delivered. */
export type Announcing = (facts: StoredFacts) => OutgoingWebhook;
