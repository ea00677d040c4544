import { Option } from 'commander';
import { givenTime, ifGiven } from '../../../app/given.ts';
import type { HistoryOptions } from '../../../app/import-events.ts';
import { historyFormatNames, historyFormatOf } from '../../../providers/history-formats.ts';
import { type MakeCommand, positiveNumber, type StackOptions } from '../../command.ts';
import { expectedOneOf } from '../../did-you-mean.ts';
import { type InputFile, openInput } from '../../files/open-input.ts';
import { type RunOptions, runImport } from '../../history/run-import.ts';
import { exitCodes, Problem, valueOrProblem } from '../../problem.ts';
import { suggest } from '../../suggested.ts';
import { openTarget } from '../../target.ts';
import { isoText } from '../../ui/moments.ts';
import type { Terminal } from '../../ui/terminal.ts';

type EventsOptions = StackOptions &
  RunOptions & { readonly from: string; readonly since?: string; readonly until?: string };

const [example] = historyFormatNames;

export const eventsCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      `import events --from ${example} activity.csv --dry-run`,
      `import events --from ${example} activity.csv --until 2026-01-01T00:00:00Z --yes`,
    ])
    .argument('<file...>', 'files in CSV or JSON, also in gzip or zip; - for standard input')
    .addOption(
      suggest(
        new Option(
          '--from <form>',
          `what the files are: ${historyFormatNames.join(', ')}`,
        ).makeOptionMandatory(),
        historyFormatNames,
      ),
    )
    .option('--since <time>', 'only events from this time on: an ISO time, or -30d')
    .option('--until <time>', 'only events before this time, such as when the webhook was connected')
    .option('--dry-run', 'show what would be imported, and stop')
    .withYes('do not ask before importing; required in scripts')
    .option('--no-wait', 'do not wait until the events are stored')
    .option('--patience <seconds>', 'how long to wait without any progress', positiveNumber, 300)
    .withStack()
    .withJson()
    .addHelpText('after', help)
    .action((files: string[], options: EventsOptions) => finish(importAll(files, options, terminal)));

async function importAll(
  paths: readonly string[],
  options: EventsOptions,
  terminal: Terminal,
): Promise<number> {
  const target = await openTarget(options);
  const known = await historyFormatOf(options.from);
  if (!known)
    throw new Problem(
      `--from ${options.from}: ${expectedOneOf(options.from, historyFormatNames)}`,
      exitCodes.usage,
    );
  const { provider, format } = known;
  const wanted = { hasWebhookIds: format.hasWebhookIds, ...timesIn(options) };
  const files: InputFile[] = [];
  try {
    for (const path of paths) files.push(await openInput(path));
    return await runImport({ files, provider, format, wanted, target }, options, terminal);
  } finally {
    for (const file of files) file.close();
  }
}

function timesIn({ since, until }: EventsOptions): Pick<HistoryOptions, 'since' | 'until'> {
  const timeOf = (name: string, text: string | undefined) =>
    valueOrProblem(name, ifGiven(text && isoText(text, new Date()), givenTime));
  const [from, to] = [timeOf('--since', since), timeOf('--until', until)];
  return { ...(from && { since: from }), ...(to && { until: to }) };
}

const help = `
Events go through the same queue and are read like webhooks, however old they are. They are
marked as imported, and counted apart: no alarm about bounces or complaints comes from them.
Importing a file again changes nothing. Where a file has other ids than the webhook, an event
that the webhook has reported is recognised by message, recipient, type and second, as long as
its row has not expired; --until keeps both apart for certain.`;
