import { outputs } from '../lib/outputs.ts';
import { programName } from './program-name.ts';
import type { Target } from './target.ts';

type Stack = Pick<Target, 'isLocal' | 'stackName' | 'chosenBy'>;

/** A command of ours for the reader to copy: it asks the same stack. */
export function mailfoldCommand(words: string, { chosenBy: { stack, ...account } }: Stack): string {
  const chosen = stack === undefined ? '' : ` --stack ${stack}`;
  return `${programName} ${words}${chosen}${accountOptions(account)}`;
}

/** A command of the AWS CLI for the same account and region, or for the local stack. */
export function awsCommand(words: string, target: Stack & Pick<Target, 'settings'>): string {
  const { endpoint } = target.settings as { endpoint?: string };
  return `aws ${words}${target.isLocal ? ` --endpoint-url ${endpoint}` : accountOptions(target.chosenBy)}`;
}

type Deployed = Stack & Pick<Target, 'hasOutput' | 'output'>;

/** Brings the stack to the version of this program. */
export function deployCommand(target: Deployed): string {
  const { isLocal, stackName, chosenBy } = target;
  if (isLocal) return 'npm start';
  const stage = stageOf(target);
  return stage === undefined
    ? `npx cdk deploy ${stackName}${accountOptions({ profile: chosenBy.profile })}`
    : `npm run deploy -- --stage ${stage}${accountOptions(chosenBy)}`;
}

/** Creates again what is missing from the stack, and undoes changes by hand. A local run does so whenever it starts. */
export function revertDriftCommand(target: Deployed): string {
  return `${deployCommand(target)}${target.isLocal ? '' : ' --revert-drift'}`;
}

/** Undefined for a stack of somebody's own CDK app. */
function stageOf(target: Pick<Target, 'hasOutput' | 'output'>): string | undefined {
  const { deployedSettings } = outputs;
  return target.hasOutput(deployedSettings) ? JSON.parse(target.output(deployedSettings)).stage : undefined;
}

function accountOptions({ profile, region }: Stack['chosenBy']): string {
  return `${profile ? ` --profile ${profile}` : ''}${region ? ` --region ${region}` : ''}`;
}
