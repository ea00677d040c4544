import { Option } from 'commander';
import { allScopes } from '../../../core/suppression.ts';

export const scopeOption = new Option('--scope <name>', 'only for this stream, group or list').default(
  allScopes,
  'all mail',
);
