import type { Dimension } from '../core/email-event.ts';

/** How a request ended, from the sender's point of view. */
export type Ending =
  | 'received'
  | 'checked'
  | 'empty'
  | 'forged'
  | 'late'
  | 'replayed'
  | 'too-large'
  | 'no-keys'
  | 'unsure'
  | 'unavailable';

/** Where the verification keys of a provider are stored, and what they match. */
type ProviderKey = {
  /** Matches the keys that the provider issues, and as little else as possible: `secrets set` takes no others. */
  readonly pattern: RegExp;
} & (
  | { readonly source: 'secret' }
  /** Not secret: this setting of the stack lists the keys. */
  | { readonly source: 'setting'; readonly setting: string }
);

/**
 * On which events of a send a provider tells a dimension, for a send that has it: on all types, on some, or on none. A dimension
 * that comes only with bad news, such as the sender of a bounce, must not group a rate: what went well would have no group.
 */
export type Telling = 'always' | 'sometimes' | 'never';
export type Tells = Readonly<Record<Dimension, Telling>>;

/**
 * What the rest of Mailfold needs to know about a provider. A manifest imports nothing at run time, so that reading a
 * name or a title does not load a verifier.
 */
export type ProviderManifest = {
  /** The name of the folder, the last part of the webhook URL, and the key in the provider secret. */
  readonly name: string;
  /** The name as people write it. */
  readonly title: string;
  /** How its events reach us: posted to the API, or published to the stack's topic. */
  readonly transport: 'webhook' | 'topic';
  /** Methods besides POST by which the provider sees whether the URL answers. Such requests contain no event. */
  readonly checksBy?: readonly ('GET' | 'HEAD')[];
  /** Set if the provider may compress its bodies with gzip. Its signature covers the body without it. */
  readonly mayCompress?: true;
  /** Set if the provider signs the URL that it posts to. */
  readonly signsUrl?: true;
  readonly key: ProviderKey;
  /** Headers with part of an event, such as its id. They are enqueued with the body. Never one that authenticates. */
  readonly headersToKeep?: readonly string[];
  /** Status codes that replace those in lambdas/receiver/answers.ts. */
  readonly answers?: Readonly<Partial<Record<Ending, number>>>;
  /** Maximum difference between a signed time and our clock. Omit to use the stack's general setting. */
  readonly toleranceSeconds?: number;
  /** Whether silence means trouble, so that an alarm can be set on it, or is normal because events are rare. */
  readonly silence: 'trouble' | 'normal';
  /** Where the provider shows the addresses that it does not send to. A release here does not change that list. */
  readonly ownListUrl?: string;
  /** Fields of a payload that name the server or account which sent the message, where several can post to one URL. */
  readonly serverFields?: readonly string[];
  /** Set on the one provider whose code also serves senders that the operator names. */
  readonly servesNamedSources?: true;
};

/**
 * What a verified request proves. `strong`: body and time are signed. `fair`: the body is signed or bound to what is signed, and a
 * repeated request is recognised by the ids of its events. `weak`: whoever knows a password or has seen a request can send
 * others.
 */
export type Strength = 'strong' | 'fair' | 'weak';

/**
 * The rest of what is known about a provider: for docs/providers.md, for errors, and for the lake. It stands beside the manifest
 * and not in it, because the receiver's bundle contains every manifest.
 */
export type ProviderProfile = {
  /** What follows the title, such as `not email`. */
  readonly note?: string;
  /** What one request contains: `JSON, a list of events`. */
  readonly posts: string;
  /** The verification keys in words, as they stand after "expected": `a secret that begins with whsec_`. */
  readonly keyLooksLike: string;
  /** How requests are verified: `ECDSA over time and body`. */
  readonly verifiedBy: string;
  readonly strength: Strength;
  /** The event types that it can report, besides `unknown`. */
  readonly reports: readonly string[];
  /** What tells a repeated event from a new one. */
  readonly identity: string;
  /** What the provider does with our answers. */
  readonly reactions: {
    /** The status codes that it takes for a success. */
    readonly success: string;
    /** To 400, 401, 404 and 413. */
    readonly refused: string;
    /** To 429. */
    readonly throttled: string;
    /** To 5xx and no answer. */
    readonly failed: string;
    readonly givesUpAfter: string;
  };
  readonly tells: Tells;
};
