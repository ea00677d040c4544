import { parseAddress } from '../core/ids.ts';
import { type Answer, answer, notAnAddress } from './answer.ts';
import type { SuppressionLog } from './ports/store.ts';
import { readSuppression, type SuppressionState, suppressionState } from './suppression-state.ts';

type CheckQuestion = { readonly addresses: readonly string[]; readonly stream?: string };

/** Whether mail may be sent: one answer per address, in their order. An address that cannot be read fails them all. */
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
