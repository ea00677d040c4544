import { manifestOf } from '../../providers/manifests.ts';
import { mailfoldCommand } from '../next-commands.ts';
import { openProviderSecret } from '../secrets/provider-secret.ts';
import type { Check } from './check.ts';
import { unwell, well } from './finding.ts';
import { recentProviders } from './recent-providers.ts';

const what = 'keys';

export const keys: Check = {
  what,
  async run(target) {
    const { keys: all, broken } = await openProviderSecret(target);
    const held = [...all].filter(([, each]) => each.length > 0);
    const setKey = (provider: string) => mailfoldCommand(`secrets set ${provider}`, target);
    if (held.length === 0)
      return [unwell(what, 'none are set, so every webhook gets a 503', setKey('PROVIDER'))];
    const names = held.map(([name]) => name);
    const missing = [...(await recentProviders(target)).keys()].filter(
      (provider) => manifestOf(provider)?.key.source !== 'setting' && !names.includes(provider),
    );
    return [
      well(
        what,
        held.map(([name, each]) => (each.length > 1 ? `${name} (${each.length})` : name)).join(', '),
      ),
      ...broken.map((provider) =>
        unwell(what, `the entry of ${provider} cannot be read, so its webhooks get a 503`, setKey(provider)),
      ),
      ...missing.map((provider) => unwell(what, `${provider} sends events but has no key`, setKey(provider))),
    ];
  },
};
