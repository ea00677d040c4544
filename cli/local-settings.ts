import { parseArgs } from 'node:util';
import { exitCodes, Problem } from './problem.ts';

export type LocalSettings = {
  readonly port: number;
  /** Whether tables, queues and secrets are kept on disk for the next run. */
  readonly keep: boolean;
  readonly fresh: boolean;
  readonly visibilitySeconds: number;
  readonly longestWindowSeconds: number;
  /** Undefined when none is asked for. */
  readonly stage?: string;
  /** The file with the stages, if it is not mailfold.config.ts. */
  readonly config?: string;
};

/** What `npm start -- --help` shows. */
export const localUsage = `Runs all of Mailfold on this machine, from the same template that is deployed.

  npm start                       start empty, and keep the data in memory until Ctrl-C
  npm start -- --keep             continue with the data of the last --keep run, in .mailfold/ (slower: it is on disk)
  npm start -- --fresh            delete that data and the provider keys first
  npm start -- --port 8080        serve webhooks on this port (default: 4710)
  npm start -- --visibility 60    retry a failed message after 60 seconds (default: 10)
  npm start -- --window 60        let functions collect events for up to 60 seconds (default: 2)
  npm start -- --stage prod       run this stage of mailfold.config.ts (default: dev)
  npm start -- --config FILE      read the stages from another file
  npm start -- --help             show this help

With MAILFOLD_DIR=FOLDER and another --port, a second stack runs beside the first. Set it for \`npx mailfold\` too.
`;

/** Undefined when `--help` is asked for. */
export function readLocalSettings(args: readonly string[]): LocalSettings | undefined {
  const { port, keep, fresh, visibility, window, stage, config, help } = parse(args);
  if (help) return undefined;
  return {
    port: wholeNumber('--port', port, 65_535),
    keep,
    fresh,
    visibilitySeconds: wholeNumber('--visibility', visibility, 43_200),
    longestWindowSeconds: wholeNumber('--window', window, 300),
    ...(stage !== undefined && { stage }),
    ...(config !== undefined && { config }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '4710' },
        keep: { type: 'boolean', default: false },
        fresh: { type: 'boolean', default: false },
        // With the template's visibility timeout, a message that keeps failing would take half an hour to
        // reach the dead letters.
        visibility: { type: 'string', default: '10' },
        // With a batching window of the template, it would take minutes until anybody sees the result.
        window: { type: 'string', default: '2' },
        stage: { type: 'string' },
        config: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    // Node explains at length; its first sentence says which option is wrong.
    const [reason] = (error as Error).message.split('. ');
    throw new Problem(`${reason}; \`npm start -- --help\` lists the options`, exitCodes.usage);
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  throw new Problem(`${name}: expected a whole number from 0 to ${most}, found "${text}"`, exitCodes.usage);
}
