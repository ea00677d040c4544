import { outputs, webhookUrlOutput } from '../../lib/outputs.ts';
import { providerNames } from '../../providers/manifests.ts';
import { deployCommand } from '../next-commands.ts';
import type { Target } from '../target.ts';
import type { Check } from './check.ts';
import { unwell, well } from './finding.ts';

const what = 'API';

export const api: Check = {
  what,
  async run(target) {
    const { url, ours, whose } = probeFor(target);
    const repair = deployCommand(target);
    try {
      const answer = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(10_000) });
      const isOurs = answer.status === ours.status && (await answer.text()).includes(ours.words);
      return [
        isOurs
          ? well(what, 'answers')
          : unwell(what, `its answer (${answer.status}) does not come from ${whose}`, repair),
      ];
    } catch (error) {
      return [unwell(what, `cannot be reached: ${(error as Error).message}`, repair)];
    }
  },
};

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
