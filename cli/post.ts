import { exitCodes, Problem } from './problem.ts';

/** Returns the status of the answer. */
export async function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers, body }).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Problem(
      `cannot reach ${url}: ${cause}; check the URL, and that the stack is running`,
      exitCodes.failure,
    );
  });
  await response.arrayBuffer();
  return response.status;
}
