import { me } from '../state/session.ts';

/** Where a provider shows the addresses that it does not send to. */
export function ownListOf(provider: string): string | undefined {
  const found = me.value?.providers.find(({ name }) => name === provider) as
    | { ownListUrl?: string }
    | undefined;
  return found?.ownListUrl;
}
