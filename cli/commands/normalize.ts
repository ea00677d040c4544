import { readableBody } from '../../providers/as-enqueued.ts';
import { exampleProvider, manifestOf } from '../../providers/manifests.ts';
import { normalizersWith } from '../../providers/normalizers.ts';
import { type Normalized, UnreadableBody } from '../../providers/provider.ts';
import { readSourceMapping, type SourceMapping } from '../../providers/source-mapping.ts';
import type { MakeCommand } from '../command.ts';
import { mustNotBeMisspelt, providerOption, unknownProvider } from '../given.ts';
import { exitCodes, Problem } from '../problem.ts';
import { readFile } from '../read-file.ts';
import { readHeaders } from '../read-headers.ts';
import { printError, printJson, type Terminal } from '../ui/terminal.ts';

type NormalizeOptions = { readonly provider: string; readonly headers?: string; readonly mapping?: string };

export const normalizeCommand: MakeCommand = (command, { terminal, finish }) =>
  command
    .withExamples([
      `normalize --provider ${exampleProvider} bounce.json`,
      `normalize --provider ${exampleProvider} --headers headers.json body.json`,
      `normalize --provider ${exampleProvider} < body.json`,
    ])
    .argument('[file]', 'file with the payload (default: standard input)')
    .addOption(providerOption().makeOptionMandatory())
    .option('--headers <file>', 'file with headers that are part of the event, such as svix-id')
    .option(
      '--mapping <file>',
      'file with the mapping of your own source, as JSON, as in the setting standardWebhookSources',
    )
    .action((file: string | undefined, options: NormalizeOptions) =>
      finish(normalize(file, options, terminal)),
    );

/** Runs the consumer's own normalizer. */
function normalize(file: string | undefined, options: NormalizeOptions, terminal: Terminal): number {
  mustNotBeMisspelt(options.provider);
  const sources = options.mapping === undefined ? {} : { [options.provider]: readMapping(options.mapping) };
  const normalizer = normalizersWith(sources)(options.provider);
  if (!normalizer) throw unknownProvider(options.provider);
  const headers = options.headers === undefined ? {} : readHeaders(options.headers);
  const bytes = readFile(file ?? '-');
  const body = readableBody(manifestOf(options.provider) ?? {}, bytes) ?? bytes;
  const { events, unreadable } = readable(() => normalizer.normalize({ headers, body }, new Date()));
  printJson(terminal, events);
  for (const { reason } of unreadable) printError(terminal, `one event cannot be read: ${reason}`);
  return unreadable.length === 0 ? 0 : exitCodes.no;
}

function readMapping(file: string): SourceMapping {
  const text = readFile(file).toString();
  try {
    return readSourceMapping(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'the file is not JSON' : (error as Error).message;
    throw new Problem(`${file}: ${reason}`, exitCodes.usage);
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
