/** A line that a function wrote. */
export type LogLine = {
  readonly functionName: string;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
};

/** A request that the HTTP API has answered. */
export type AnsweredRequest = { readonly method: string; readonly path: string; readonly status: number };
