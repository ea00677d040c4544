import { resolve } from 'node:path';
import type { StageInFile } from '../lib/settings-file.ts';
import { checkPlace, readStage } from '../lib/settings-file.ts';
import { type Account, cloudFormation, lookupCredentials, openAccount } from './account.ts';
import { foundRemovals, stopped } from './check-removals.ts';
import { deployedStacks } from './deployed-stacks.ts';
import { type Options, readOptions, usage, type Verb } from './options.ts';

/** Where words for the user go. */
export type Say = (text: string) => void;

/** What a run needs from the outside. */
export type Ports = {
  readonly say: Say;
  /** Runs the CDK with these words, for this region. Returns its exit code. */
  readonly cdk: (words: readonly string[], region?: string) => Promise<number>;
};

/** Does what one npm script is for. Returns the exit code. */
export async function runStage(verb: Verb, words: readonly string[], { say, cdk }: Ports): Promise<number> {
  const options = readOptions(verb, words);
  if (options.help) {
    say(usage(verb));
    return 0;
  }
  const { stage: asked, config } = options;
  const stage = await readStage(asked, { ...(config !== undefined && { file: config }) });
  const account = verb === 'synth' ? undefined : await openAccount(stage, options);
  if (account) say(`Stage ${stage.name}: the stack ${stage.stackName}, ${placeOf(account)}\n`);
  if (account && ['deploy', 'diff'].includes(verb)) checkPlace(stage, account.region);
  if (account && verb === 'deploy') await mayDeploy(stage, account, options, say);
  const subject =
    account && verb === 'bootstrap' ? `aws://${account.account}/${account.region}` : stage.stackName;
  return cdk([verb, subject, ...cdkWords(verb, stage, options)], account?.region);
}

function placeOf({ account, region }: Account): string {
  return `account ${account}, region ${region}`;
}

function cdkWords(verb: Verb, stage: StageInFile, { config, profile, rest }: Options): string[] {
  return [
    ...(verb === 'synth' ? ['--quiet'] : []),
    ...['-c', `stage=${stage.name}`],
    ...(config === undefined ? [] : ['-c', `config=${resolve(config)}`]),
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...rest,
  ];
}

/** Throws when the deployment would take something away and nobody has allowed it. */
async function mayDeploy(stage: StageInFile, account: Account, options: Options, say: Say): Promise<void> {
  const found = await removalsOnAws(stage, account, options);
  if (found.length === 0) return;
  if (!options.allowRemoval) throw stopped(found);
  say(`${[...found, 'Going on: --allow-removal.'].join('\n')}\n`);
}

async function removalsOnAws(stage: StageInFile, account: Account, options: Options): Promise<string[]> {
  try {
    return await foundRemovals(stage, deployedStacks(cloudFormation(account, options)));
  } catch (error) {
    if (!isDenied(error)) throw error;
  }
  try {
    const credentials = await lookupCredentials(account, options);
    return await foundRemovals(stage, deployedStacks(cloudFormation(account, options, credentials)));
  } catch (error) {
    return [
      `What is deployed could not be read: ${(error as Error).message}`,
      'So nobody knows whether this would remove a setting. Ask for cloudformation:DescribeStacks.',
    ];
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && /AccessDenied|not authorized/.test(`${error.name} ${error.message}`);
}
