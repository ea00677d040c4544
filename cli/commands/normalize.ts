import { exampleProvider, providerNames } from '../../providers/manifests.ts';
import { normalizersWith } from '../../providers/normalizers.ts';
import { type Normalized, UnreadableBody } from '../../providers/provider.ts';
import { readSourceMapping, type SourceMapping } from '../../providers/source-mapping.ts';
import { command, type MakeCommand } from '../command.ts';
import { exitCodes, Problem } from '../problem.ts';
import { print, type Terminal } from '../ui/terminal.ts';
import { readFile, readHeaders } from '../webhook-files.ts';

type NormalizeOptions = { readonly provider: string; readonly headers?: string; readonly mapping?: string };

export const normalizeCommand: MakeCommand = ({ terminal, finish }) =>
  command('normalize', 'show the events that a payload stands for, as JSON', [
    `normalize --provider ${exampleProvider} bounce.json`,
    `normalize --provider ${exampleProvider} --headers headers.json body.json`,
    `normalize --provider ${exampleProvider} < body.json`,
  ])
    .argument('[file]', 'the payload; standard input when absent')
    .requiredOption('--provider <name>', providerNames.join(', '))
    .option('--headers <file>', 'headers that carry part of the event, such as svix-id')
    .option(
      '--mapping <file>',
      'how to read a sender of your own naming, as in mailfold:standardWebhookSources',
    )
    .action((file: string | undefined, options: NormalizeOptions) =>
      finish(normalize(file, options, terminal)),
    );

/** Prints what the consumer would make of a payload: one JSON list of events, every digit of its numbers kept. */
function normalize(file: string | undefined, options: NormalizeOptions, terminal: Terminal): number {
  const sources = options.mapping === undefined ? {} : { [options.provider]: readMapping(options.mapping) };
  const normalizer = normalizersWith(sources)(options.provider);
  if (!normalizer)
    throw new Problem(
      `no provider "${options.provider}"; there are ${providerNames.join(', ')}`,
      exitCodes.usage,
    );
  const headers = options.headers === undefined ? {} : readHeaders(options.headers);
  const { events, unreadable } = readable(() =>
    normalizer.normalize({ headers, body: readFile(file ?? '-') }),
  );
  print(terminal, JSON.stringify(events, null, 2));
  for (const { reason } of unreadable) terminal.error.write(`one event cannot be read: ${reason}\n`);
  return unreadable.length === 0 ? 0 : exitCodes.no;
}

function readMapping(file: string): SourceMapping {
  try {
    return readSourceMapping(JSON.parse(readFile(file).toString()));
  } catch (error) {
    throw new Problem(`${file}: ${error instanceof Error ? error.message : String(error)}`, exitCodes.usage);
  }
}

function readable(read: () => Normalized): Normalized {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableBody) throw new Problem(error.message, exitCodes.no);
    throw error;
  }
}
