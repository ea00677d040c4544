import type { Tells } from './manifest.ts';
import { manifestsWith } from './manifests.ts';
import { profiles } from './profiles.ts';

/** What a provider tells of a send, or a source that the operator has named. */
export function tellsOf(name: string, namedSources: readonly string[] = []): Tells | undefined {
  const manifest = manifestsWith(namedSources)(name);
  return manifest && profiles[manifest.name].tells;
}
