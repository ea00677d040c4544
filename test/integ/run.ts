import { awsProblem } from '../../cli/aws-problem.ts';
import { Problem } from '../../cli/problem.ts';
import { BadSetting } from '../../lib/bad-setting.ts';
import { awsSubject } from './aws-subject.ts';
import { costInWords } from './cost.ts';
import { integration, plan, type Show } from './integration.ts';
import { type IntegOptions, integUsage, readIntegOptions } from './options.ts';

const say = (text: string) => void process.stdout.write(text);

const show: Show = async (title, work) => {
  say(`- ${title} …\n`);
  const startedAt = performance.now();
  const result = await work();
  say(`  done after ${Math.round((performance.now() - startedAt) / 1_000)} s\n`);
  return result;
};

async function run(options: IntegOptions): Promise<void> {
  const { stackName, dryRun, keep } = options;
  if (dryRun) {
    say(`${plan(stackName).join('\n')}\n`);
    return;
  }
  const startedAt = performance.now();
  const stopping = new AbortController();
  // A second Ctrl-C ends the process at once.
  process.once('SIGINT', () => {
    say('\nFinishing this step, then destroying the stack …\n');
    stopping.abort();
  });
  await integration(awsSubject(options, say), show, { keep, stopping: stopping.signal }).catch(
    (error: unknown) => {
      say(
        `If the stack ${stackName} is still there, \`aws cloudformation delete-stack --stack-name ${stackName}\` removes it.\n`,
      );
      throw error;
    },
  );
  const hours = (performance.now() - startedAt) / 3_600_000;
  say(`All is well. This run cost ${costInWords(hours)}.\n`);
}

try {
  const options = readIntegOptions(process.argv.slice(2));
  if (options) await run(options);
  else say(integUsage);
} catch (error) {
  const problem = error instanceof Problem || error instanceof BadSetting ? error : awsProblem(error);
  const { message, stack } = problem ?? (error as Error);
  process.stderr.write(`${problem ? message : (stack ?? message)}\n`);
  process.exitCode = problem instanceof Problem ? problem.exitCode : 1;
}
