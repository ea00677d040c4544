import type { MakeCommand, StackOptions } from '../command.ts';
import type { Check } from '../doctor/check.ts';
import { checks } from '../doctor/checks.ts';
import { type Finding, unwell } from '../doctor/finding.ts';
import { exitCodes } from '../problem.ts';
import { openTarget, type Target } from '../target.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';
import { wrapped } from '../ui/text.ts';

export const doctorCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['doctor', 'doctor --stack Mailfold'])
    .withStack()
    .withJson()
    .action((options: StackOptions) => finish(doctor(options, terminal)));

async function doctor(options: StackOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const findings = (await Promise.all(checks.map((check) => outcomeOf(check, target)))).flat();
  if (options.json) printJson(terminal, findings);
  else for (const finding of findings) show(finding, terminal);
  return findings.some(({ state }) => state === 'unwell') ? exitCodes.no : 0;
}

/** A check that fails is a finding too; the others still run. */
async function outcomeOf(check: Check, target: Target): Promise<Finding[]> {
  try {
    return await check.run(target);
  } catch (error) {
    const { name, message } = error as Error;
    const repair = target.isLocal
      ? 'check that `npm start` is still running'
      : 'check your AWS credentials, region and permissions';
    return [unwell(check.what, `cannot be checked: ${name}: ${message}`, repair)];
  }
}

const marks = { well: ['green', '✓'], unwell: ['red', '✗'], unknown: ['yellow', '–'] } as const;

function show({ what, state, found, repair }: Finding, terminal: Terminal): void {
  const [colour, mark] = marks[state];
  const [first = '', ...more] = wrapped(`${what}: ${found}`, '  ');
  print(terminal, `${paint(colour, mark, terminal)} ${first.trimStart()}`, ...more);
  if (repair) print(terminal, `    ${repair}`);
}
