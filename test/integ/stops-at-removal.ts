import { Problem } from '../../cli/problem.ts';
import { runStage } from '../../deploy/run-stage.ts';
import { settingsFile } from './subject.ts';
import type { World } from './world.ts';

/** Deploys without one of the settings, up to the moment at which the CDK would start. */
export async function stopsAtRemoval({ subject, file }: World): Promise<void> {
  const { stackName, account } = subject;
  const config = file('without.mjs', settingsFile(stackName, 'logRetentionDays'));
  const options = Object.entries(account).flatMap(([name, value]) => [`--${name}`, value]);
  const stopped = await runStage('deploy', ['--config', config, ...options], {
    say: () => {},
    cdk: async () => {
      throw new Error('expected the deployment to stop, but it went on');
    },
  }).catch((error: unknown) => error);
  if (!(stopped instanceof Problem) || !stopped.message.includes('logRetentionDays (now 1)'))
    throw new Error(`expected the deployment to name logRetentionDays, found ${String(stopped)}`);
}
