import { exitCodes, Problem } from '../cli/problem.ts';
import type { NamedStage } from '../lib/stages.ts';
import type { DeployedStack, DeployedStacks } from './deployed-stacks.ts';
import { removals } from './removals.ts';

/** What a deployment of the stage would take away, in lines; none if it takes nothing away. */
export async function foundRemovals(
  stage: NamedStage & { readonly file: string },
  stacks: DeployedStacks,
): Promise<string[]> {
  const deployed = await stacks.find(stage.stackName);
  return deployed
    ? [...otherStage(stage, deployed), ...lostSettings(stage, deployed)]
    : otherStacks(stage, await stacks.ofStage(stage.name));
}

/** Nothing need be lost at once, but from now on `prod` would have the settings of `dev`. */
function otherStage({ stackName, name }: NamedStage, { recorded }: DeployedStack): string[] {
  if (recorded?.stage === undefined || recorded.stage === name) return [];
  return [
    `The stack ${stackName} is deployed as the stage ${recorded.stage}, and this would deploy the stage ${name} over it. Check the stackName.`,
  ];
}

function lostSettings(
  { stackName, settings = {}, name, file }: NamedStage & { readonly file: string },
  { recorded }: DeployedStack,
): string[] {
  if (!recorded)
    return [
      `The stack ${stackName} exists and has no record of its settings: it comes from an earlier version, or is no Mailfold.`,
      `Write its settings into ${file}, and look at \`npm run diff -- --stage ${name}\`.`,
    ];
  const lost = removals(recorded.settings, { ...settings });
  if (lost.length === 0) return [];
  return [
    `This would remove from the stack ${stackName}:`,
    ...lost.map((each) => `  ${each}`),
    `Put it back into ${file}, stage ${name}.`,
  ];
}

/** A changed name makes a second stack: with empty tables, and with other URLs than the providers know. */
function otherStacks({ stackName, name }: NamedStage, others: readonly DeployedStack[]): string[] {
  if (others.length === 0) return [];
  const found = others.map((each) => each.stackName).join(', ');
  return [
    `The stage ${name} is already deployed as the stack ${found}, and there is no stack ${stackName}.`,
    'This would make a second stack, with empty tables and other webhook URLs. Check the stackName.',
  ];
}

export function stopped(lines: readonly string[]): Problem {
  return new Problem(
    [...lines, 'Or add --allow-removal to deploy anyway. Nothing was changed.'].join('\n'),
    exitCodes.no,
  );
}
