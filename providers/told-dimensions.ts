import type { DimensionSettings } from '../core/dimension-settings.ts';
import { type Dimension, dimensions } from '../core/email-event.ts';
import { manifestsWith } from './manifests.ts';
import { tellsOf } from './tells.ts';

/** Which dimensions of a send can be relied on, by the manifests and by what the operator knows better. */
export function toldDimensions(settings: DimensionSettings, namedSources: readonly string[]) {
  const manifestOf = manifestsWith(namedSources);
  // Kept, because the historian asks for every field of every event.
  const known = new Map<string, ReadonlySet<Dimension>>();
  const alwaysToldBy = (provider: string): ReadonlySet<Dimension> => {
    const tells = tellsOf(provider, namedSources);
    const always = dimensions.filter((dimension) => tells?.[dimension] === 'always');
    return new Set([...always, ...(settings.alwaysTold[provider] ?? [])]);
  };
  return {
    isAlwaysTold(provider: string, dimension: Dimension): boolean {
      const told = known.get(provider) ?? alwaysToldBy(provider);
      known.set(provider, told);
      return told.has(dimension);
    },
    /** The fields of a payload that tell the server, when a setting asks for the server. */
    serverFields: (provider: string): readonly string[] =>
      settings.sendingDomains[provider]?.servers === undefined
        ? []
        : (manifestOf(provider)?.serverFields ?? []),
  };
}
