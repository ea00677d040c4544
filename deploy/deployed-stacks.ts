import {
  type CloudFormationClient,
  DescribeStacksCommand,
  paginateDescribeStacks,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { isUnknownStack } from '../cli/deployed-stack.ts';
import { outputs } from '../lib/outputs.ts';
import type { SettingValues } from './removals.ts';

/** A stack that exists on AWS. */
export type DeployedStack = {
  readonly stackName: string;
  /** What it was deployed with. Undefined for a stack that has not recorded it. */
  readonly recorded?: { readonly stage?: string; readonly settings: SettingValues };
};

export type DeployedStacks = {
  find(stackName: string): Promise<DeployedStack | undefined>;
  /** Every stack of the account and region that was deployed as this stage. */
  ofStage(stage: string): Promise<DeployedStack[]>;
};

export function deployedStacks(client: CloudFormationClient): DeployedStacks {
  return {
    async find(stackName) {
      try {
        const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
        return Stacks.filter(isDeployed).map(describe)[0];
      } catch (error) {
        if (isUnknownStack(error)) return undefined;
        throw error;
      }
    },
    async ofStage(stage) {
      const found: DeployedStack[] = [];
      for await (const { Stacks = [] } of paginateDescribeStacks({ client }, {}))
        found.push(...Stacks.filter(isDeployed).map(describe));
      return found.filter(({ recorded }) => recorded?.stage === stage);
    },
  };
}

/** A first deployment that failed, or is not there yet, has nothing to lose. */
function isDeployed({ StackStatus }: Stack): boolean {
  return !/^(REVIEW_IN_PROGRESS|CREATE_FAILED|ROLLBACK_|DELETE_COMPLETE)/.test(String(StackStatus));
}

function describe({ StackName: stackName = '', Outputs = [] }: Stack): DeployedStack {
  const output = Outputs.find(({ OutputKey }) => OutputKey === outputs.deployedSettings);
  if (!output?.OutputValue) return { stackName };
  return { stackName, recorded: JSON.parse(output.OutputValue) };
}
