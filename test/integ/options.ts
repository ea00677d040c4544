import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { exitCodes, Problem } from '../../cli/problem.ts';

export type IntegOptions = {
  readonly stackName: string;
  readonly profile?: string;
  readonly region?: string;
  readonly dryRun: boolean;
  /** Whether the stack is left for a look at it. */
  readonly keep: boolean;
};

/** What `npm run integ -- --help` shows. */
export const integUsage = `Deploys Mailfold under a random name into a real AWS account, sends events through its real URL and topic,
looks at what became of them, makes a dead letter and redrives it, destroys the stack and looks for what is left.

  npm run integ -- --dry-run                  only show the plan and what it costs
  npm run integ -- --profile NAME             use this AWS profile
  npm run integ -- --profile NAME --region R  deploy to another region than that of the profile
  npm run integ -- --profile NAME --keep      do not destroy the stack at the end
`;

/** Undefined when `--help` is asked for. */
export function readIntegOptions(args: readonly string[]): IntegOptions | undefined {
  const { profile, region, help, keep, 'dry-run': dryRun } = parse(args);
  if (help) return undefined;
  // Without it, whatever credentials lie around would pay.
  if (profile === undefined && !dryRun)
    throw new Problem(
      'expected --profile with the AWS profile that pays for the stack; add it, or --dry-run',
      exitCodes.usage,
    );
  return {
    stackName: `MailfoldInteg-${randomBytes(4).toString('hex')}`,
    ...(profile !== undefined && { profile }),
    ...(region !== undefined && { region }),
    dryRun,
    keep,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        profile: { type: 'string' },
        region: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    throw new Problem(`${reason}; \`npm run integ -- --help\` lists the options`, exitCodes.usage);
  }
}
