import { spawn } from 'node:child_process';

/** Opens a URL in the person's browser. Where that is not possible, nothing happens: the URL is also printed. */
export function openBrowser(url: string, platform: NodeJS.Platform = process.platform): void {
  const [program, ...words] = openers[platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  child.once('error', () => {});
  child.unref();
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  // `start` would take the & of a URL for the end of its command.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
