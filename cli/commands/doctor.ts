import { command, type MakeCommand, type StackOptions } from '../command.ts';
import { type Check, checks } from '../doctor/checks.ts';
import { type Finding, unwell } from '../doctor/finding.ts';
import { exitCodes } from '../problem.ts';
import { openTarget, type Target } from '../target.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';

export const doctorCommand: MakeCommand = ({ terminal, finish }) =>
  command('doctor', 'look at every hop of an event, and name the command that repairs what is wrong', [
    'doctor',
    'doctor --stack Mailfold',
  ])
    .withStack()
    .withJson()
    .action((options: StackOptions) => finish(doctor(options, terminal)));

async function doctor(options: StackOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const option = options.stack === undefined ? '' : ` --stack ${options.stack}`;
  const findings = (await Promise.all(checks.map((check) => outcomeOf(check, target, option)))).flat();
  if (options.json) printJson(terminal, findings);
  else for (const finding of findings) show(finding, terminal);
  return findings.some(({ state }) => state === 'unwell') ? exitCodes.no : 0;
}

/** A check that breaks down is a finding too, and does not keep the others from being made. */
async function outcomeOf(check: Check, target: Target, option: string): Promise<Finding[]> {
  try {
    return await check(target, option);
  } catch (error) {
    const { name, message } = error as Error;
    return [
      unwell(
        check.name,
        `cannot be checked: ${name}: ${message}`,
        'check your AWS credentials, region and permissions',
      ),
    ];
  }
}

const marks = { well: ['green', '✓'], unwell: ['red', '✗'], unknown: ['yellow', '–'] } as const;

function show({ what, state, found, repair }: Finding, terminal: Terminal): void {
  const [colour, mark] = marks[state];
  print(terminal, `${paint(colour, mark, terminal)} ${what}: ${found}`);
  if (repair) print(terminal, `    ${repair}`);
}
