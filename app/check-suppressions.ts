import { type Answer, answer } from './answer.ts';
import { givenAddresses, givenStream, ifGiven, together } from './given.ts';
import type { SuppressionLog } from './ports/store.ts';
import { readSuppression, type SuppressionState, suppressionState } from './suppression-state.ts';

type CheckQuestion = { readonly addresses: readonly string[]; readonly stream?: string };

/** One answer per address, in order. The whole request is refused when one of them is not an address. */
export async function checkSuppressions(
  question: CheckQuestion,
  log: SuppressionLog,
): Promise<Answer<{ readonly answers: readonly SuppressionState[] }>> {
  const given = together({
    addresses: givenAddresses(question.addresses),
    stream: ifGiven(question.stream, givenStream),
  });
  if (!given.ok) return given;
  const { addresses, stream } = given.value;
  const states = addresses.map(async (asked) =>
    suppressionState(asked.address, await readSuppression(asked, stream, log), stream),
  );
  return answer({ answers: await Promise.all(states) });
}
