import type { Finding } from '../../app/health/finding.ts';
import { checkHealth, type Health } from '../../app/health/health.ts';
import type { MakeCommand, StackOptions } from '../command.ts';
import { healthSourcesOf } from '../health/sources.ts';
import { healthSubjectOf } from '../health/subject.ts';
import { exitCodes } from '../problem.ts';
import { openTarget } from '../target.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';
import { plain, wrapped } from '../ui/text.ts';

export const doctorCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['doctor', 'doctor --stack Mailfold'])
    .withStack()
    .withJson()
    .action((options: StackOptions) => finish(doctor(options, terminal)));

async function doctor(options: StackOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const health = await checkHealth(healthSourcesOf(target), healthSubjectOf(target), new Date());
  if (options.json) printJson(terminal, health);
  else show(health, terminal);
  return health.state === 'unwell' ? exitCodes.no : 0;
}

function show({ findings }: Health, terminal: Terminal): void {
  const isQuiet = ({ kind, state }: Finding) => kind === 'provider' && state === 'unknown';
  for (const finding of findings.filter((each) => !isQuiet(each))) showFinding(finding, terminal);
  const quiet = findings.filter(isQuiet).map(({ what }) => what);
  if (quiet.length > 0) showLine('unknown', `no event yet: ${quiet.join(', ')}`, terminal);
}

const marks = { well: ['green', '✓'], unwell: ['red', '✗'], unknown: ['yellow', '–'] } as const;

function showFinding({ what, state, found, repair }: Finding, terminal: Terminal): void {
  showLine(state, `${what}: ${found}`, terminal);
  if (repair) print(terminal, `    ${repair}`);
}

function showLine(state: Finding['state'], text: string, terminal: Terminal): void {
  const [colour, mark] = marks[state];
  const [first = '', ...more] = wrapped(plain(text), '  ');
  print(terminal, `${paint(colour, mark, terminal)} ${first.trimStart()}`, ...more);
}
