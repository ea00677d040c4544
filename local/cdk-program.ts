import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with cdk.json. */
export const projectDir = fileURLToPath(new URL('..', import.meta.url));

/** The CDK's command line, for the Node that runs this file. */
export const cdkProgram = fileURLToPath(new URL('../node_modules/aws-cdk/bin/cdk', import.meta.url));

/** cdk.json says `node`: this one, and not the first on the user's PATH. */
export function cdkEnvironment(): NodeJS.ProcessEnv {
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  return { ...process.env, PATH: path };
}
