import { exitCodes, Problem } from '../cli/problem.ts';
import { refuseSettingsInContext } from '../lib/context-settings.ts';

/** What the npm scripts do with the CDK. */
export const verbs = ['bootstrap', 'deploy', 'diff', 'synth', 'destroy'] as const;
export type Verb = (typeof verbs)[number];

export type Options = {
  readonly stage?: string;
  readonly config?: string;
  readonly profile?: string;
  readonly region?: string;
  readonly allowRemoval: boolean;
  readonly help: boolean;
  /** For the CDK, as they were given. */
  readonly rest: readonly string[];
};

const withValue = ['stage', 'config', 'profile', 'region'] as const;

/** Takes out what is ours. Everything else belongs to the CDK, which knows its own options best. */
export function readOptions(verb: Verb, words: readonly string[]): Options {
  const values: Partial<Record<(typeof withValue)[number], string>> = {};
  const switches = new Set<string>();
  const rest: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const [name = '', given] = splitOption(word);
    const ours = withValue.find((each) => name === `--${each}`);
    if (ours) {
      values[ours] = given ?? words[++index] ?? missingValue(verb, name);
    } else if (['--allow-removal', '--help', '-h'].includes(word)) switches.add(word);
    else rest.push(word);
  }
  refuseContext(rest);
  return {
    ...values,
    allowRemoval: switches.has('--allow-removal'),
    help: switches.has('--help') || switches.has('-h'),
    rest,
  };
}

function splitOption(word: string): [string, string | undefined] {
  const at = word.indexOf('=');
  return word.startsWith('--') && at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word, undefined];
}

function missingValue(verb: Verb, name: string): never {
  throw new Problem(
    `${name}: expected a value, found none; \`npm run ${verb} -- --help\` lists the options`,
    exitCodes.usage,
  );
}

/** Settings behind -c would be gone at the next deployment. */
function refuseContext(rest: readonly string[]): void {
  for (const [index, word] of rest.entries()) {
    const given = /^(?:-c|--context)(?:=?(.+))?$/.exec(word);
    if (!given) continue;
    const [key = ''] = (given[1] ?? rest[index + 1] ?? '').split('=');
    refuseSettingsInContext({ [key]: true }, ['stackName']);
  }
}

const does: Readonly<Record<Verb, string>> = {
  bootstrap:
    'Prepares the account and region of a stage for the CDK: a bucket, and roles that deploy. Once is enough.',
  deploy:
    'Deploys a stage of mailfold.config.ts. Stops if that would remove a setting or make a second stack.',
  diff: 'Shows what a deployment of a stage would change.',
  synth: 'Writes the template and the functions of a stage to cdk.out. Needs no AWS account.',
  destroy: 'Deletes the stack of a stage. docs/clean-up.md says what stays.',
};

export function usage(verb: Verb): string {
  const command = `npm run ${verb} --`;
  const width = `${command} --config FILE`.length + 2;
  const line = (option: string, meaning: string) => `  ${`${command} ${option}`.padEnd(width)}  ${meaning}\n`;
  return [
    `${does[verb]}\n\n`,
    line('--stage prod', 'which stage; a file with one stage needs no name'),
    line('--profile NAME', 'AWS profile'),
    line('--region NAME', 'AWS region, for a stage that names none'),
    line('--config FILE', 'read another file than mailfold.config.ts'),
    verb === 'deploy' ? line('--allow-removal', 'deploy although settings are removed') : '',
    '\nAll other options are those of the CDK: ',
    `npx cdk ${verb} --help\n`,
  ].join('');
}
