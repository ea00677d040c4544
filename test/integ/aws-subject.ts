import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { runCdk } from '../../deploy/run-cdk.ts';
import { runStage } from '../../deploy/run-stage.ts';
import { leftoversOf } from './leftovers.ts';
import type { IntegOptions } from './options.ts';
import { type Subject, settingsFile } from './subject.ts';

/** A stack in a real account. */
export function awsSubject(
  { stackName, profile, region }: Pick<IntegOptions, 'stackName' | 'profile' | 'region'>,
  say: (text: string) => void,
): Subject {
  const folder = mkdtempSync(join(tmpdir(), 'mailfold-integ-config-'));
  const config = join(folder, 'mailfold.config.mjs');
  writeFileSync(config, settingsFile(stackName));
  const account = { ...(profile && { profile }), ...(region && { region }) };
  const options = Object.entries(account).flatMap(([name, value]) => [`--${name}`, value]);
  // By its id, a stack is found after its deletion too.
  let stackId = stackName;

  async function stage(verb: 'deploy' | 'destroy', ...more: string[]): Promise<void> {
    const words = ['--config', config, ...options, ...more];
    const exitCode = await runStage(verb, words, { say, cdk: runCdk });
    if (exitCode !== 0) throw new Error(`npm run ${verb} ended with ${exitCode}`);
  }

  return {
    stackName,
    config,
    account,
    async deploy() {
      await stage('deploy', '--require-approval', 'never');
      const { Stacks } = await new CloudFormationClient(account).send(
        new DescribeStacksCommand({ StackName: stackName }),
      );
      stackId = Stacks?.[0]?.StackId ?? stackName;
    },
    async destroy() {
      await stage('destroy', '--force');
      rmSync(folder, { recursive: true, force: true });
    },
    leftovers: () => leftoversOf(stackName, stackId, account),
  };
}
