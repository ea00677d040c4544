import { parseAddress } from '../core/ids.ts';
import { type Answer, answer, notAnAddress } from './answer.ts';
import type { SuppressionLog } from './ports/store.ts';
import { readSuppression, type SuppressionState, suppressionState } from './suppression-state.ts';

type CheckQuestion = { readonly addresses: readonly string[]; readonly stream?: string };

/** One answer per address, in order. The whole request is refused when one of them is not an address. */
export async function checkSuppressions(
  { addresses, stream }: CheckQuestion,
  log: SuppressionLog,
): Promise<Answer<{ readonly answers: readonly SuppressionState[] }>> {
  const parsed = addresses.flatMap((text) => parseAddress(text) ?? []);
  if (parsed.length < addresses.length) return notAnAddress;
  const states = parsed.map(async (address) =>
    suppressionState(address, await readSuppression(address, log), stream),
  );
  return answer({ answers: await Promise.all(states) });
}
