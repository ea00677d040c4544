/** A change to the code that at least one test must notice. */
export type Mutant = {
  /** What the changed code does wrong, in a few words with hyphens. */
  readonly name: string;
  readonly file: string;
  /** Must occur exactly once in the file, so that a mutant cannot silently stop applying. */
  readonly find: string;
  readonly replace: string;
  /** The test files of which one must fail. */
  readonly tests: readonly string[];
  /** Runs only the tests whose full name contains this, where a file has slow ones. */
  readonly only?: string;
};

export type Verdict =
  /** A test failed on an assertion, as it should. */
  | { readonly type: 'killed'; readonly by: string }
  /** All tests passed. */
  | { readonly type: 'survived' }
  /** The text to replace is not there exactly once: the code has changed. */
  | { readonly type: 'stale'; readonly reason: string }
  /** The change does not parse, or the tests failed for another reason than an assertion. */
  | { readonly type: 'broken'; readonly reason: string };
