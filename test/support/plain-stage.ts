import { fileURLToPath } from 'node:url';
import type { Context } from '../../local/synthesize.ts';

/** The stage that the tests synthesize: every setting has its default, whatever the user writes into mailfold.config.ts. */
export default { test: { stackName: 'Mailfold' } };

export const plainStage: Context = { config: fileURLToPath(import.meta.url) };
