import { outputs } from '../../lib/outputs.ts';
import { deployCommand } from '../next-commands.ts';
import type { Check } from './check.ts';
import { unwell, well } from './finding.ts';

const what = 'API';

export const api: Check = {
  what,
  async run(target) {
    // Only our own receiver answers a provider that does not exist in these words.
    const url = `${target.output(outputs.apiUrl).replace(/\/$/, '')}/webhooks/nobody`;
    const repair = deployCommand(target);
    try {
      const answer = await fetch(url, { method: 'POST', body: 'ping', signal: AbortSignal.timeout(10_000) });
      const isOurs = answer.status === 404 && (await answer.text()).includes('No such provider.');
      return [
        isOurs
          ? well(what, 'answers')
          : unwell(what, `its answer (${answer.status}) does not come from the receiver`, repair),
      ];
    } catch (error) {
      return [unwell(what, `cannot be reached: ${(error as Error).message}`, repair)];
    }
  },
};
