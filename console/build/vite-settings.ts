import { resolve } from 'node:path';
import type { InlineConfig } from 'vite';

export const consoleFolder = resolve(import.meta.dirname, '..');

const everyPageNeeds =
  /node_modules|console\/paths\.ts$|console\/state\/(ask|keyboard|preferences|router|session|toast|use-answer)\.ts$|console\/words\/(outcomes|text|time)\.ts$|console\/ui\/(badge|copy|dialog|icon|shell|states|time)\.tsx$/;

/** The console is served under a strict content security policy: no inline script or style, no data URL. */
export function viteSettings(outDir: string): InlineConfig {
  return {
    configFile: false,
    root: consoleFolder,
    publicDir: resolve(consoleFolder, 'public'),
    logLevel: 'warn',
    // Said here, because NODE_ENV would decide otherwise: tests build the pages that people get.
    mode: 'production',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          // What nearly every page needs is loaded once, with the shell.
          codeSplitting: { groups: [{ name: 'shared', test: everyPageNeeds }] },
        },
      },
    },
  };
}
