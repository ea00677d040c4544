import { buildConsole } from '../../../console/build/build-console.ts';
import { unpackChromium } from './unpack-chromium.ts';

/** The pages are built, and the browser is unpacked, before the first test needs them. */
export default async function prepare(): Promise<void> {
  await buildConsole();
  if (process.platform === 'linux' && process.arch === 'x64' && !process.env['MAILFOLD_CHROMIUM'])
    unpackChromium();
}
