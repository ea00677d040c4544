import {
  type HistoryOptions,
  type HistorySurvey,
  importEvents,
  missingEvents,
  type PastRecord,
  surveyHistory,
} from '../../app/import-events.ts';
import type { EventLog } from '../../app/ports/history.ts';
import { outputs } from '../../lib/outputs.ts';
import type { HistoryFormat } from '../../providers/history-file.ts';
import { normalizersWith } from '../../providers/normalizers.ts';
import { reportQueue } from '../../queue/report-queue.ts';
import { eventLog } from '../../store/event-log.ts';
import type { InputFile } from '../files/open-input.ts';
import { mailfoldCommand } from '../next-commands.ts';
import { exitCodes } from '../problem.ts';
import { sqsOf } from '../sqs-of.ts';
import { stackInWords, type Target } from '../target.ts';
import { confirm } from '../ui/confirm.ts';
import { historyLines } from '../ui/history-lines.ts';
import { type LongWork, longWork } from '../ui/long-work.ts';
import { print, printError, printJson, type Terminal } from '../ui/terminal.ts';
import { countOf } from '../ui/text.ts';
import { readHistory } from './read-history.ts';

export type RunOptions = {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly wait: boolean;
  /** How long to wait without any progress, in seconds. */
  readonly patience: number;
  readonly json?: boolean;
};

type Import = {
  readonly files: readonly InputFile[];
  readonly provider: string;
  readonly format: HistoryFormat;
  readonly wanted: HistoryOptions;
  readonly target: Target;
};

/** Shows what an import would do, asks, sends the events, and waits until they are stored. Returns the exit code. */
export async function runImport(given: Import, options: RunOptions, terminal: Terminal): Promise<number> {
  const { files, wanted, target } = given;
  const log = eventLog({
    client: target.dynamoDb,
    table: target.output(outputs.messagesTableName),
    now: () => new Date(),
  });
  const read = recordsOf(given, terminal);
  const survey = await read({ label: 'checking', whenInterrupted: 'nothing was changed' }, (records) =>
    surveyHistory(records, wanted, log),
  );
  if (!options.json) print(terminal, ...historyLines(survey, terminal));
  if (options.dryRun || survey.fresh === 0) {
    if (options.json) printJson(terminal, { ...survey, sent: 0 });
    else
      print(
        terminal,
        options.dryRun ? 'Nothing was changed: this was a dry run.' : 'There is nothing to import.',
      );
    return survey.badRows > 0 ? exitCodes.no : 0;
  }
  await confirm(
    `${countOf(survey.fresh, 'event')} will be imported into ${stackInWords(target)}: statuses and suppressions follow from them.`,
    options,
    terminal,
  );
  for (const file of files) file.mustBeUnchanged();
  const sent = await read(
    {
      label: 'sending',
      rows: survey.records,
      whenInterrupted: 'run the same command again, it sends the rest',
    },
    (records) => importEvents(records, wanted, log, queueOf(given)),
  );
  const missing = options.wait
    ? await stored(given, { log, rows: survey.records }, options, read)
    : undefined;
  report({ survey, sent, missing }, target, options, terminal);
  return survey.badRows > 0 || (missing ?? 0) > 0 ? exitCodes.no : 0;
}

type ReadAll = <Result>(
  work: { readonly label: string; readonly rows?: number; readonly whenInterrupted: string },
  use: (records: AsyncIterable<PastRecord>, pause: LongWork['pause']) => Promise<Result>,
) => Promise<Result>;

/** Reads all files from their beginning, with a bar. */
function recordsOf({ files, provider, format, target }: Import, terminal: Terminal): ReadAll {
  const sources = JSON.parse(target.output(outputs.standardWebhookSources));
  const normalizer = normalizersWith(sources)(provider);
  if (!normalizer) throw new Error(`expected a normalizer for ${provider}, found none`);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return async (work, use) => {
    const shown = longWork({ ...work, bytes: total }, terminal);
    const records = readHistory(files, { format, normalizer, now: new Date() }, shown.advance);
    try {
      return await use(shown.over(records), shown.pause);
    } finally {
      shown.end();
    }
  };
}

function queueOf({ provider, format, target }: Import) {
  const { requestOf, reportsPerRequest } = format;
  return reportQueue({
    sqs: sqsOf(target),
    queueUrl: target.output(outputs.eventsQueueUrl),
    provider,
    requestOf,
    reportsPerRequest,
    now: () => new Date(),
  });
}

/** Waits until the events are stored. Returns how many are missing after a time without progress. */
async function stored(
  { wanted }: Import,
  { log, rows }: { readonly log: EventLog; readonly rows: number },
  { patience }: RunOptions,
  read: ReadAll,
): Promise<number> {
  let seen = 0;
  let since = Date.now();
  const counting: EventLog = {
    ...log,
    async stores(events) {
      const found = await log.stores(events);
      const count = found.filter(Boolean).length;
      if (count !== seen) since = Date.now();
      seen = count;
      return found;
    },
  };
  const whenInterrupted = 'all events were sent, and will be stored without this command';
  return read({ label: 'storing', rows, whenInterrupted }, (records, pause) =>
    missingEvents(records, wanted, counting, async () => {
      await pause(200);
      return Date.now() - since < patience * 1_000;
    }),
  );
}

function report(
  { survey, sent, missing }: { survey: HistorySurvey; sent: number; missing: number | undefined },
  target: Target,
  options: RunOptions,
  terminal: Terminal,
): void {
  if (options.json) printJson(terminal, { ...survey, sent, ...(missing !== undefined && { missing }) });
  else
    print(
      terminal,
      missing === undefined
        ? `${countOf(sent, 'event')} sent to the queue`
        : `${countOf(sent, 'event')} sent, ${sent - missing} stored`,
    );
  if (missing)
    printError(
      terminal,
      `${countOf(missing, 'event')} not stored yet; look for the reason: ${mailfoldCommand('doctor', target)}, or wait and run this command again`,
    );
}
