import { exitCodes, Problem } from './problem.ts';

/** Posts a webhook and answers with the status it got. */
export async function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers, body }).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Problem(`${url} cannot be reached: ${cause}`, exitCodes.failure);
  });
  await response.arrayBuffer();
  return response.status;
}
