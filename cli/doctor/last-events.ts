import { showAge } from '../ui/duration.ts';
import type { Check } from './check.ts';
import { unknown, well } from './finding.ts';
import { recentProviders } from './recent-providers.ts';

const what = 'last events';

export const lastEvents: Check = {
  what,
  async run(target) {
    const seen = await recentProviders(target);
    if (seen.size === 0) return [unknown(what, 'none in the last 24 hours')];
    const ages = [...seen].map(([provider, at]) => `${provider} ${showAge(at)} ago`);
    return [well(what, ages.join(', '))];
  },
};
