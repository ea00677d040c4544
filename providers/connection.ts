import type { JsonObject } from './json.ts';

/** A call of a provider's management API. */
export type ApiCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Follows the address of the API, and begins with a slash. */
  readonly path: string;
  readonly json?: unknown;
  readonly form?: readonly (readonly [name: string, value: string])[];
};

/** A webhook that exists at the provider. */
export type ListedWebhook = {
  readonly id: string;
  readonly url: string;
  /** Which of `kinds` it is for; absent when a webhook is for all events. */
  readonly kind?: string;
  /** The key that the provider shows with it, in the form of `secrets set`. */
  readonly key?: string;
  /** As the provider describes it. */
  readonly raw: JsonObject;
};

/** What the webhook must be. */
export type WebhookWish = {
  readonly url: string;
  /** The options of the provider, by name. */
  readonly options: Readonly<Record<string, string>>;
  /** The key that we chose, where the provider takes one: `user:password`, or a token. */
  readonly key: string;
  /** One of `kinds`, or an empty string. */
  readonly kind: string;
};

export type ConnectionOption = {
  /** Without the dashes. */
  readonly name: string;
  readonly does: string;
  /** Used when it is not given. Without a default it is required. */
  readonly usually?: string;
  /** Omit if it can be anything. */
  readonly choices?: readonly string[];
};

/** Where the key comes from that requests are verified with. */
export type ConnectionKey =
  /** The provider sends what we tell it. */
  | { readonly source: 'chosen'; readonly form: 'user:password' | 'token' }
  /** The provider tells it: in its answer to the creation, or when it is asked. Whoever connects is asked otherwise. */
  | {
      readonly source: 'told';
      readonly inAnswer?: (answer: unknown) => string | undefined;
      readonly call?: (id: string, options: WebhookWish['options']) => ApiCall;
      readonly read?: (answer: unknown) => string | undefined;
      /** Where a person finds it. */
      readonly isAt: string;
    };

/** How a provider is told where to post events. The engine in cli/connect makes the calls; this says only which. */
export type Connection = {
  /** The key of the management API. It is used for these calls and kept nowhere. */
  readonly apiKey: {
    /** As it stands after "expected": `an API key with full access`. */
    readonly looksLike: string;
    /** The environment variable that it can be in. */
    readonly variable: string;
  };
  readonly apiUrl: string;
  readonly options?: readonly ConnectionOption[];
  readonly headersOf: (apiKey: string) => Readonly<Record<string, string>>;
  /** Finds what other calls need, such as the id of a domain. Returns options to add; throws when there is no such thing. */
  readonly lookUp?: {
    readonly call: (options: WebhookWish['options']) => ApiCall;
    readonly read: (answer: unknown, options: WebhookWish['options']) => Readonly<Record<string, string>>;
  };
  readonly list: (options: WebhookWish['options']) => ApiCall;
  /** `mostPerAccount` is the limit, where the answer tells it. */
  readonly readList: (answer: unknown) => {
    readonly webhooks: readonly ListedWebhook[];
    readonly mostPerAccount?: number;
  };
  /** Set if a list without webhooks is answered with 404. */
  readonly isEmptyListMissing?: true;
  /** Set if each kind of event has webhooks of its own. */
  readonly kinds?: readonly string[];
  /** Set if there can be only one URL for each kind: another one would be replaced. */
  readonly hasOneUrlPerKind?: true;
  /** Refuses when this URL does not fit beside those that exist. Returns why. */
  readonly refusal?: (existing: readonly ListedWebhook[], wish: WebhookWish) => string | undefined;
  readonly create: (wish: WebhookWish) => ApiCall;
  readonly update: (webhook: ListedWebhook, wish: WebhookWish) => ApiCall;
  readonly idIn: (answer: unknown) => string | undefined;
  readonly key: ConnectionKey;
  /** Switches on what `create` has left switched off until the key is stored. */
  readonly enable?: (id: string, wish: WebhookWish) => ApiCall;
  readonly test?: {
    readonly call: (id: string, wish: WebhookWish) => ApiCall;
    /** Whether the answer shows that our answer was good. Omit if the test is an event that is stored. */
    readonly isGood?: (answer: unknown) => boolean;
    /** Set if the test may come without a signature: then it is refused, and has shown that the URL is right. */
    readonly mayBeUnsigned?: true;
  };
  /** Set if the provider saves a webhook only when its own test of the URL was answered. */
  readonly isTestedWhenSaved?: true;
  /** What to do to see an event, where no call makes one. As it stands after "to see an event, ". */
  readonly orTestBy: string;
};
