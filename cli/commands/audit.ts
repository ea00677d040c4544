import { setTimeout as delay } from 'node:timers/promises';
import { type AuditReport, audit } from '../../app/audit/audit.ts';
import type { RowCounts } from '../../app/audit/condense.ts';
import type { AuditSettings } from '../../app/audit/settings.ts';
import { outputs } from '../../lib/outputs.ts';
import { auditReaderOf, auditRepairerOf, renormalizerOf } from '../audit-ports.ts';
import { type MakeCommand, positiveNumber, type StackOptions } from '../command.ts';
import { suppressionSettings } from '../ports.ts';
import { exitCodes } from '../problem.ts';
import { openTarget, type Target } from '../target.ts';
import { progress } from '../ui/progress.ts';
import { paint, print, printJson, type Terminal } from '../ui/terminal.ts';
import { countOf, plain } from '../ui/text.ts';

type AuditOptions = StackOptions & {
  readonly sample?: number;
  readonly deep?: boolean;
  readonly repair?: boolean;
};

export const auditCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples(['audit', 'audit --deep --sample 1000 --stack Mailfold', 'audit --deep --repair --json'])
    .option('--sample <n>', 'check only N messages, and the addresses of their recipients', positiveNumber)
    .option('--deep', 'also normalize the stored payloads again, and compare them with the event rows')
    .option('--repair', 'mend what can be mended, and say what was done; without it nothing is changed')
    .withStack()
    .withJson()
    .addHelpText(
      'after',
      '\nExit code: 0 if nothing differs (any more), 1 if something does, 3 if it failed.',
    )
    .action((options: AuditOptions) => finish(auditStack(options, terminal)));

/** Time for an event whose writes are under way to be stored completely. */
const settlingMillis = 1_000;
/** Copies of a table follow within a second, and a call of ours takes three at most. This is a multiple of both. */
const seenByAllMillis = 15_000;

async function auditStack(options: AuditOptions, terminal: Terminal): Promise<number> {
  const target = await openTarget(options);
  const report = await audit(
    {
      reader: auditReaderOf(target),
      settings: settingsOf(target),
      ...(options.deep && { renormalize: renormalizerOf(target) }),
      onStage: (stage, total) => progress(stage.padEnd(11), total, terminal),
    },
    {
      sample: options.sample,
      settle: () => delay(settlingMillis),
      // A local run has no copies that lag behind.
      untilSeen: () => delay(target.isLocal ? 0 : seenByAllMillis),
      ...(options.repair && { repairer: auditRepairerOf(target) }),
    },
  );
  if (options.json) printJson(terminal, report);
  else show(report, terminal);
  return report.differences.length === 0 ? 0 : exitCodes.no;
}

function condensingLines({ condensed, uncondensed, repaired }: AuditReport): string[] {
  const inWords = ({ rows, addresses }: RowCounts) =>
    `${countOf(rows, 'row')} of an earlier version, of ${countOf(addresses, 'address', 'addresses')}`;
  return [
    ...(condensed ? [`${inWords(condensed)}, condensed.`] : []),
    ...(uncondensed
      ? [
          `${inWords(uncondensed)}, ${repaired ? 'were written to meanwhile: run it again.' : 'make questions slow: --repair condenses them.'}`,
        ]
      : []),
  ];
}

function settingsOf(target: Target): AuditSettings {
  return {
    now: new Date(),
    windowDays: Number(target.output(outputs.dedupeWindowDays)),
    retentionDays: Number(target.output(outputs.statusRetentionDays)),
    causes: suppressionSettings(target).causes,
  };
}

function show(report: AuditReport, terminal: Terminal): void {
  const { messages, addresses, differences, repaired, unchecked = 0 } = report;
  for (const { what, where, expected, found, did } of repaired ?? [])
    print(
      terminal,
      `${paint('green', what, terminal)}  ${plain(`${where}: expected ${expected}; found ${found}; ${did}`)}`,
    );
  for (const difference of differences) {
    const { what, where, expected, found } = difference;
    const hindrance = 'hindrance' in difference ? `; not mended: ${difference.hindrance}` : '';
    print(
      terminal,
      `${paint('red', what, terminal)}  ${plain(`${where}: expected ${expected}; found ${found}${hindrance}`)}`,
    );
  }
  if (unchecked > 0)
    print(
      terminal,
      `${countOf(unchecked, 'payload')} not compared: an address in it was forgotten, or its provider is unknown.`,
    );
  print(terminal, ...condensingLines(report));
  const read = `${countOf(messages, 'message')} and ${countOf(addresses, 'address', 'addresses')} checked`;
  const mended = repaired ? `${countOf(repaired.length, 'difference')} mended, ` : '';
  print(
    terminal,
    differences.length === 0
      ? paint('green', `${read}: ${mended}all agree with the events.`, terminal)
      : paint('red', `${read}: ${mended}${countOf(differences.length, 'difference')}.`, terminal),
  );
}
