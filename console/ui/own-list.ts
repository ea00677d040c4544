import { me } from '../state/session.ts';

/** Where a provider shows the addresses that it does not send to. */
export function ownListOf(provider: string): string | undefined {
  return me.value?.providers.find(({ name }) => name === provider)?.ownListUrl;
}
