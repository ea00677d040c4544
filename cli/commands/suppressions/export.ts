import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Option } from 'commander';
import { exportSuppressions } from '../../../app/export-suppressions.ts';
import { columns, type SuppressionLine } from '../../../app/suppression-line.ts';
import { outputs } from '../../../lib/outputs.ts';
import { namesWithSuppressionIntake } from '../../../providers/suppression-intakes.ts';
import { rowCount } from '../../../store/describe-table.ts';
import { collect, type MakeCommand, type StackOptions } from '../../command.ts';
import { fileProblem } from '../../file-problem.ts';
import { csvLine } from '../../files/csv.ts';
import { portsOf } from '../../ports.ts';
import { exitCodes, Problem } from '../../problem.ts';
import { suggest } from '../../suggested.ts';
import { openTarget } from '../../target.ts';
import { jsonText, steers } from '../../ui/printable.ts';
import { noProgress, progress } from '../../ui/progress.ts';
import { printError, type Terminal } from '../../ui/terminal.ts';
import { countOf } from '../../ui/text.ts';
import { exportForProvider } from './export-for-provider.ts';

type ExportOptions = StackOptions & {
  readonly format: 'csv' | 'jsonl';
  readonly output?: string;
  readonly for?: string;
  readonly cause?: readonly string[];
};

export const exportCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      'suppressions export > suppressed.csv',
      'suppressions export --format jsonl --output suppressed.jsonl',
      'suppressions export --stack Mailfold | cut -d, -f1 | sort -u',
      `suppressions export --for ${exampleIntake} --output for-${exampleIntake}`,
    ])
    .addOption(new Option('--format <format>', 'output format').choices(['csv', 'jsonl']).default('csv'))
    .option('--output <file>', 'file to write (default: standard output); with --for, a folder')
    .addOption(
      suggest(
        new Option(
          '--for <provider>',
          `files as this provider takes them in: ${namesWithSuppressionIntake.join(', ')}`,
        ),
        namesWithSuppressionIntake,
      ),
    )
    .option(
      '--cause <from=to>',
      'with --for, write one cause as another: manual=hard_bounce (repeatable)',
      collect,
    )
    .withStack()
    .option('--json', 'same as --format jsonl; with --for, print the report as JSON')
    .addHelpText(
      'after',
      '\nAn import restores the same list. CSV leaves out control characters, which\ncould steer a terminal, and addresses that have some; jsonl keeps both, escaped.\nA spreadsheet may run a cell that begins with = + - or @ as a formula.',
    )
    .action((options: ExportOptions) =>
      finish(
        options.for === undefined
          ? exportAll(options, terminal)
          : exportForProvider(options.for, options, terminal),
      ),
    );

const [exampleIntake] = namesWithSuppressionIntake;

async function exportAll(options: ExportOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const total = await rowCount(target.dynamoDb, target.output(outputs.addressesTableName));
  const isOnScreen = options.output === undefined && (terminal.out as NodeJS.WriteStream).isTTY;
  // Lines on the screen show the progress themselves, and a bar would be among them.
  const reading = isOnScreen ? noProgress : progress('reading', total, terminal);
  const lines = exportSuppressions(portsOf(target), reading.advance);
  const leftOut = new Set<string>();
  const text = options.format === 'csv' && !options.json ? asCsv(lines, leftOut) : asJsonLines(lines);
  await writeTo(options.output, text, terminal);
  reading.end();
  if (leftOut.size > 0)
    printError(
      terminal,
      `left out ${countOf(leftOut.size, 'address', 'addresses')} with control characters; --format jsonl has all of them`,
    );
  return 0;
}

async function writeTo(
  output: string | undefined,
  text: AsyncIterable<string>,
  terminal: Terminal,
): Promise<void> {
  // The file holds addresses, so only its owner can read it.
  const out = output === undefined ? terminal.out : createWriteStream(output, { mode: 0o600 });
  try {
    // A slow reader slows the export down, instead of filling the memory.
    await pipeline(text, out, { end: output !== undefined });
  } catch (error) {
    const problem = fileProblem(error);
    if (problem) throw new Problem(problem.message, exitCodes.usage);
    // The reader, such as `head`, has read enough.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

async function* asCsv(lines: AsyncIterable<SuppressionLine>, leftOut: Set<string>): AsyncGenerator<string> {
  yield csvLine(columns);
  // Without its control characters it would be the address of somebody else.
  for await (const line of lines)
    if (steers(line.address)) leftOut.add(line.address);
    else yield csvLine(columns.map((name) => line[name]));
}

async function* asJsonLines(lines: AsyncIterable<SuppressionLine>): AsyncGenerator<string> {
  for await (const line of lines) {
    const filled = Object.entries(line).filter(([, value]) => value !== '');
    yield `${jsonText(Object.fromEntries(filled))}\n`;
  }
}
