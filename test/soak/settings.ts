import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { exitCodes, Problem } from '../../cli/problem.ts';

export type SoakSettings = {
  readonly minutes: number;
  readonly seed: number;
  /** Requests per second, at most. */
  readonly rate: number;
  readonly json: boolean;
};

/** What `npm run test:soak -- --help` shows. */
export const soakUsage = `Runs the local stack under a storm of all providers, with functions killed, tables throttled, messages
delivered again, and people who release, suppress and forget addresses. Then accounts for every event.

  npm run test:soak                     storm for 30 minutes, then drain and check
  npm run test:soak -- --minutes 2      a shorter storm; fractions such as 0.5 are allowed
  npm run test:soak -- --seed 42        the same storm and the same kinds of trouble again
  npm run test:soak -- --rate 20        requests per second, at most (default: 12)
  npm run test:soak -- --json           print the counts and checks as JSON
`;

/** Undefined when `--help` is asked for. */
export function readSoakSettings(args: readonly string[]): SoakSettings | undefined {
  const { minutes, seed, rate, json, help } = parse(args);
  if (help) return undefined;
  return {
    minutes: positive('--minutes', minutes),
    seed: seed === undefined ? randomInt(1, 2 ** 31) : positive('--seed', seed),
    rate: positive('--rate', rate),
    json,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string', default: '30' },
        seed: { type: 'string' },
        rate: { type: 'string', default: '12' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    throw new Problem(`${reason}; \`npm run test:soak -- --help\` lists the options`, exitCodes.usage);
  }
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Problem(`${name}: expected a number above 0, found "${text}"`, exitCodes.usage);
}
