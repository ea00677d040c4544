import { setTimeout as delay } from 'node:timers/promises';
import { type AuditReport, audit } from '../../app/audit/audit.ts';
import { auditSettings } from '../../app/audit/difference.ts';
import { outputs } from '../../lib/outputs.ts';
import { command, type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { auditReaderOf, suppressionSettings } from '../ports.ts';
import { exitCodes } from '../problem.ts';
import { openTarget } from '../target.ts';
import { progress } from '../ui/progress.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';
import { countOf, plain } from '../ui/text.ts';

type AuditOptions = StackOptions & { readonly sample?: number };

export const auditCommand: MakeCommand = ({ terminal, finish }) =>
  command(
    'audit',
    'recompute every status and suppression from the stored events; exit code 1 if any differs',
    ['audit', 'audit --sample 1000 --stack Mailfold', 'audit --json'],
  )
    .option('--sample <n>', 'check only N messages, and the addresses of their recipients', positiveNumber)
    .withStack()
    .withJson()
    .action((options: AuditOptions) => finish(auditStack(options, terminal)));

/** Time for an event whose writes are under way to be stored completely. */
const settlingMillis = 1_000;

async function auditStack(options: AuditOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const windowDays = Number(target.output(outputs.dedupeWindowDays));
  const settings = auditSettings(new Date(), windowDays, suppressionSettings(target).causes);
  const report = await audit(
    {
      reader: auditReaderOf(target),
      settings,
      onStage: (stage, total) => progress(stage.padEnd(11), total, terminal),
    },
    { sample: options.sample, settle: () => delay(settlingMillis) },
  );
  if (options.json) printJson(terminal, report);
  else show(report, terminal);
  return report.differences.length === 0 ? 0 : exitCodes.no;
}

function show({ messages, addresses, differences }: AuditReport, terminal: Terminal): void {
  for (const { what, where, expected, found } of differences)
    print(
      terminal,
      `${paint('red', what, terminal)}  ${plain(`${where}: expected ${expected}; found ${found}`)}`,
    );
  const read = `${countOf(messages, 'message')} and ${countOf(addresses, 'address', 'addresses')}`;
  print(
    terminal,
    differences.length === 0
      ? paint('green', `${read} checked: all agree with the events.`, terminal)
      : paint('red', `${read} checked: ${countOf(differences.length, 'difference')}.`, terminal),
  );
}
