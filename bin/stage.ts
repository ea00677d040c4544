import { awsProblem } from '../cli/aws-problem.ts';
import { exitCodes, Problem } from '../cli/problem.ts';
import { printableLines } from '../cli/ui/printable.ts';
import { type Verb, verbs } from '../deploy/options.ts';
import { runCdk } from '../deploy/run-cdk.ts';
import { runStage } from '../deploy/run-stage.ts';
import { BadSetting, UnknownStage } from '../lib/bad-setting.ts';

const [verb, ...words] = process.argv.slice(2);
try {
  if (!verbs.includes(verb as Verb)) throw new Problem(`expected one of ${verbs.join(', ')}`, 2);
  process.exitCode = await runStage(verb as Verb, words, {
    say: (text) => process.stdout.write(text),
    cdk: runCdk,
  });
} catch (error) {
  const problem = error instanceof Problem ? error : awsProblem(error);
  const isKnown = problem || error instanceof BadSetting;
  const { message, stack } = problem ?? (error as Error);
  process.stderr.write(`${printableLines(isKnown ? message : (stack ?? message))}\n`);
  process.exitCode = problem?.exitCode ?? (error instanceof UnknownStage ? exitCodes.usage : 1);
}
