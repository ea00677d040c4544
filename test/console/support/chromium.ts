import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { unpackChromium } from './unpack-chromium.ts';

/** Browsers that a machine may have. */
const installed = [
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Undefined where there is no browser: the package has one for Linux on x64 alone. */
function howToLaunch(): { executablePath: string; env?: Record<string, string> } | undefined {
  const chosen = process.env['MAILFOLD_CHROMIUM'];
  if (chosen) return { executablePath: chosen };
  if (process.platform === 'linux' && process.arch === 'x64') return packed();
  const executablePath = installed.find((file) => existsSync(file));
  return executablePath === undefined ? undefined : { executablePath };
}

export const hasChromium = howToLaunch() !== undefined;

/** A real Chromium with its usual protections: the flags that the package suggests would switch them off. */
export async function launchChromium(): Promise<Browser> {
  const launch = howToLaunch();
  if (!launch) throw new Error('no Chromium here; set MAILFOLD_CHROMIUM to the path of one');
  // Chromium's own sandbox needs rights that a container or a root user does not have.
  return chromium.launch({ ...launch, chromiumSandbox: false, headless: true });
}

function packed() {
  const folder = unpackChromium();
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: fontsFile(folder),
    },
  };
}

/** Without it Chromium finds no font, and all text is invisible. */
function fontsFile(folder: string): string {
  const file = join(folder, 'fonts.conf');
  if (!existsSync(file)) {
    mkdirSync(join(folder, 'fonts-cache'), { recursive: true });
    writeFileSync(
      file,
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
  <dir>${join(folder, 'fonts')}</dir><dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>\n`,
    );
  }
  return file;
}
