import { noDimensionSettings } from '../../../core/dimension-settings.ts';
import { lakeHashes } from '../../../lake/lake-hashes.ts';
import type { TellingContext } from '../../../lake/told-row.ts';

export const context: TellingContext = {
  hashes: lakeHashes('the key of the proof'),
  settings: { ...noDimensionSettings, metadata: ['campaign'] },
  isAlwaysTold: () => true,
};
