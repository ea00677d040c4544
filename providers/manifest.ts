/** How a request ended, as far as its sender is concerned. */
export type Ending =
  | 'received'
  | 'empty'
  | 'unknown-provider'
  | 'forged'
  | 'late'
  | 'replayed'
  | 'too-large'
  | 'unavailable';

/** Where Mailfold finds what it verifies a provider's requests with, and what that looks like. */
type ProviderKey = {
  /** In words, as they stand after "expected": `a secret that begins with whsec_`. */
  readonly looksLike: string;
  /** Matches every key that the verifier can use, and as little else as possible. */
  readonly pattern: RegExp;
} & (
  | { readonly source: 'secret' }
  /** Not secret: a setting of the stack lists the keys. */
  | { readonly source: 'setting'; readonly setting: 'sesTopicArns' }
);

/**
 * What the rest of Mailfold asks about a provider. A manifest imports nothing at run time, so that whoever wants to know
 * a name or a title loads no verifier.
 */
export type ProviderManifest = {
  /** The folder's name, the end of the webhook URL, and the entry in the secret. */
  readonly name: string;
  /** The name as people write it. */
  readonly title: string;
  /** How its events reach us: posted to the API, or published to the stack's topic. */
  readonly transport: 'webhook' | 'topic';
  readonly key: ProviderKey;
  /** Headers that carry part of an event, such as its id, and travel with the body. Never one that authenticates. */
  readonly headersToKeep?: readonly string[];
  /** Status codes that differ from those of lambdas/receiver/answers.ts. */
  readonly answers?: Readonly<Partial<Record<Ending, number>>>;
  /** How far a signed time may be from ours. Omit to use the stack's general setting. */
  readonly toleranceSeconds?: number;
  /** What silence means: trouble, so that an alarm can be set on it, or nothing, because events are rare by nature. */
  readonly silence: 'trouble' | 'normal';
  /** Set on the one provider that also serves senders that the operator names. */
  readonly servesNamedSources?: true;
};
