import type { DimensionSettings } from '../core/dimension-settings.ts';
import type { Dimension } from '../core/email-event.ts';
import { manifestsWith } from './manifests.ts';
import { tellsOf } from './tells.ts';

/** Which dimensions of a send can be relied on, by the manifests and by what the operator knows better. */
export function toldDimensions(settings: DimensionSettings, namedSources: readonly string[]) {
  const manifestOf = manifestsWith(namedSources);
  return {
    isAlwaysTold: (provider: string, dimension: Dimension): boolean =>
      tellsOf(provider, namedSources)?.[dimension] === 'always' ||
      (settings.alwaysTold[provider] ?? []).includes(dimension),
    /** The fields of a payload that tell the server, when a setting asks for the server. */
    serverFields: (provider: string): readonly string[] =>
      settings.sendingDomains[provider]?.servers === undefined
        ? []
        : (manifestOf(provider)?.serverFields ?? []),
  };
}
