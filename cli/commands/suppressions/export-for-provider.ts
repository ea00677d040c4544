import { suppressedAddresses } from '../../../app/export-suppressions.ts';
import { type Cause, causes } from '../../../core/suppression.ts';
import { outputs } from '../../../lib/outputs.ts';
import { manifestOf } from '../../../providers/manifests.ts';
import { namesWithSuppressionIntake, suppressionIntakeOf } from '../../../providers/suppression-intakes.ts';
import { rowCount } from '../../../store/describe-table.ts';
import type { StackOptions } from '../../command.ts';
import { expectedOneOf } from '../../did-you-mean.ts';
import { portsOf } from '../../ports.ts';
import { exitCodes, Problem } from '../../problem.ts';
import { openTarget } from '../../target.ts';
import { type IntakeReport, type Recast, writeIntake } from '../../transfer/write-intake.ts';
import { progress } from '../../ui/progress.ts';
import { paint, print, printJson, type Terminal } from '../../ui/terminal.ts';
import { countOf } from '../../ui/text.ts';

type Options = StackOptions & { readonly output?: string; readonly cause?: readonly string[] };

/** Writes files in the form that a provider takes, and says what they do not contain. */
export async function exportForProvider(
  provider: string,
  options: Options,
  terminal: Terminal,
): Promise<number> {
  const intake = await suppressionIntakeOf(provider);
  if (!intake)
    throw new Problem(
      `--for ${provider}: ${expectedOneOf(provider, namesWithSuppressionIntake)}`,
      exitCodes.usage,
    );
  const recast = readRecast(options.cause ?? []);
  const target = await openTarget(options);
  const folder = options.output ?? `suppressions-for-${provider}`;
  const total = await rowCount(target.dynamoDb, target.output(outputs.addressesTableName));
  const reading = progress('reading', total, terminal);
  const addresses = suppressedAddresses(portsOf(target), reading.advance);
  const report = await writeIntake(addresses, intake, { folder, recast });
  reading.end();
  if (options.json) printJson(terminal, { ...report, loses: intake.loses });
  else show(report, intake.loses, manifestOf(provider)?.title ?? provider, terminal);
  return 0;
}

function readRecast(given: readonly string[]): Recast {
  return new Map(
    given.map((each) => {
      const [from, to, ...more] = each
        .split('=')
        .map((text) => causes.find((cause) => cause === text.trim()));
      if (!from || !to || more.length > 0)
        throw new Problem(
          `--cause ${each}: expected two causes (${causes.join(', ')}), such as manual=hard_bounce`,
          exitCodes.usage,
        );
      return [from, to] as [Cause, Cause];
    }),
  );
}

function show(
  { addresses, files, leftOut }: IntakeReport,
  loses: string,
  title: string,
  terminal: Terminal,
): void {
  print(terminal, `${countOf(addresses, 'suppressed address', 'suppressed addresses')}, for ${title}:`);
  for (const { file, rows, howTo } of files)
    print(terminal, `  ${paint('bold', file, terminal)}  ${countOf(rows, 'row')}`, `    ${howTo}`);
  for (const { cause, why, rows } of leftOut)
    print(
      terminal,
      `  ${paint('yellow', `left out: ${countOf(rows, `${cause} entry`, `${cause} entries`)}`, terminal)}; ${why}`,
    );
  if (files.length > 0) print(terminal, paint('dim', `${title} does not keep ${loses}.`, terminal));
}
