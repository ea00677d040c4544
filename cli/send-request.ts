import { exitCodes, Problem } from './problem.ts';

type SentRequest = {
  /** @default POST */
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
};

/** Returns the status of the answer. */
export async function sendRequest(
  url: string,
  { method = 'POST', headers, body }: SentRequest,
): Promise<number> {
  const content = method === 'POST' ? { body } : {};
  const response = await fetch(url, { method, headers, ...content }).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Problem(
      `cannot reach ${url}: ${cause}; check the URL, and that the stack is running`,
      exitCodes.failure,
    );
  });
  await response.arrayBuffer();
  return response.status;
}
