import { parseArgs } from 'node:util';
import { exitCodes, Problem } from './problem.ts';

export type LocalSettings = {
  readonly port: number;
  readonly fresh: boolean;
  readonly visibilitySeconds: number;
};

/** What `npm start -- --help` shows. */
export const localUsage = `Runs the whole of Mailfold on this machine, from the template that would be deployed.

  npm start                       go on with the data of the last run, in .mailfold/
  npm start -- --fresh            begin anew: without data, with new provider keys
  npm start -- --port 8080        serve the webhooks on another port (4710 by default)
  npm start -- --visibility 60    let a failed message come back after 60 seconds (10 by default)
  npm start -- --help             this text
`;

/** The options of `npm start`; undefined when help is wanted. */
export function readLocalSettings(args: readonly string[]): LocalSettings | undefined {
  const { port, fresh, visibility, help } = parse(args);
  if (help) return undefined;
  return {
    port: wholeNumber('--port', port, 65_535),
    fresh,
    visibilitySeconds: wholeNumber('--visibility', visibility, 43_200),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '4710' },
        fresh: { type: 'boolean', default: false },
        // The template's timeout is six times the consumer's, as AWS advises: with it, a message that keeps
        // failing would take half an hour to reach the dead letters.
        visibility: { type: 'string', default: '10' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new Problem((error as Error).message, exitCodes.usage);
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  throw new Problem(`${name} takes a whole number from 0 to ${most}, not "${text}"`, exitCodes.usage);
}
