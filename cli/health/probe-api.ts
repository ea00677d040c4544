import { outputs, webhookUrlOutput } from '../../lib/outputs.ts';
import { providerNames } from '../../providers/manifests.ts';
import type { Target } from '../target.ts';

/** Why the API does not answer as ours; undefined when it does. */
export async function probeApi(target: Target): Promise<string | undefined> {
  const { url, ours, whose } = probeFor(target);
  try {
    const answer = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(10_000) });
    const isOurs = answer.status === ours.status && (await answer.text()).includes(ours.words);
    return isOurs ? undefined : `its answer (${answer.status}) does not come from ${whose}`;
  } catch (error) {
    return `cannot be reached: ${(error as Error).message}`;
  }
}

/** A request without a body: the receiver refuses it in its own words, counts nothing, and wakes nobody. */
function probeFor(target: Target) {
  const webhook = providerNames.map(webhookUrlOutput).find((output) => target.hasOutput(output));
  if (webhook) {
    const ours = { status: 400, words: 'Expected a body, found none.' };
    return { url: target.output(webhook), ours, whose: 'the receiver' };
  }
  // Without a provider that posts, only the routes for signed requests are left, and this request is not signed.
  const url = `${target.output(outputs.apiUrl).replace(/\/$/, '')}/v1/suppressions/check`;
  return { url, ours: { status: 403, words: 'Forbidden' }, whose: 'its API Gateway' };
}
