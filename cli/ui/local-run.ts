import { webhookUrlOutput } from '../../lib/outputs.ts';
import { exampleProvider, manifests } from '../../providers/manifests.ts';
import type { StreamEvent } from '../../store/stream-event.ts';
import { programName } from '../program-name.ts';
import { type LogLine, shortenLogLine } from './log-lines.ts';
import { showMoment, showTime } from './moments.ts';
import { printable, styled } from './printable.ts';
import { colourOf } from './status-colour.ts';
import type { Style } from './terminal.ts';

type Printer = {
  line(text?: string, style?: Style): void;
  ready(stack: ReadyStack, run: { readonly seconds: number; readonly keep: boolean }): void;
  event(event: StreamEvent): void;
  answer(request: AnsweredRequest): void;
  log(line: LogLine): void;
};

/** What is shown of a stack once it is ready. */
type ReadyStack = {
  /** Contains a token: for the person at this terminal alone. Absent when the console is not built. */
  readonly consoleUrl?: string;
  readonly apiUrl: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The types of the resources that a local run leaves out. */
  readonly ignored: readonly string[];
};

type AnsweredRequest = { readonly method: string; readonly path: string; readonly status: number };

/** Prints what `npm start` shows; without colours when there is no terminal, or NO_COLOR is set. */
export function createPrinter(
  write: (text: string) => unknown = (text) => process.stdout.write(text),
): Printer {
  const line = (text = '', style?: Style) => void write(`${printable(style ? styled(style, text) : text)}\n`);
  const columns = (...cells: string[]) => line(`${styled('dim', showTime(new Date()))}  ${cells.join('  ')}`);
  return {
    line,
    ready(stack, { seconds, keep }) {
      line(`Console: ${stack.consoleUrl ? styled('cyan', stack.consoleUrl) : notBuilt}`, 'bold');
      line(`Mailfold is ready after ${seconds.toFixed(1)} s. Webhook URLs:`, 'bold');
      const urls = webhookUrls(stack);
      const width = Math.max(0, ...urls.map(({ title }) => title.length));
      for (const { title, url } of urls) line(`  ${title.padEnd(width)}  ${styled('cyan', url)}`);
      line(`  API for programs: ${stack.apiUrl} (its description: ${stack.apiUrl}/openapi.json)`, 'dim');
      if (stack.ignored.length > 0) line(`  Not run locally: ${summarize(stack.ignored)}`, 'dim');
      line(keep ? '  Data is kept in .mailfold/.' : '  Data ends with this run; --keep keeps it.', 'dim');
      line();
      line('Try this in another terminal:', 'bold');
      for (const { command, effect } of firstCommands)
        line(`  ${programName} ${command.padEnd(commandWidth)}  ${styled('dim', effect)}`);
      line();
      line('Events as they arrive, times in UTC (Ctrl-C stops everything):', 'bold');
    },
    event({ provider, type, recipient, messageId, occurredAt }) {
      const late =
        Date.now() - Date.parse(occurredAt) > 60_000 ? [`(happened ${showMoment(occurredAt)})`] : [];
      columns(
        provider.padEnd(8),
        styled(colourOf(type), type.padEnd(11)),
        recipient ?? '(no recipient)',
        messageId,
        ...late.map((text) => styled('dim', text)),
      );
    },
    answer({ method, path, status }) {
      if (status === 200) return;
      columns(styled(status >= 500 ? 'red' : 'yellow', `${method} ${path} ${status}`));
    },
    log(logLine) {
      const shown = shortenLogLine(logLine);
      if (!shown) return;
      const name = styled('dim', logLine.functionName);
      columns(styled(shown.level === 'warn' ? 'yellow' : 'red', shown.level), shown.text, name);
    },
  };
}

const notBuilt = 'build it with `npm run build:console`, and start again';

/** What to try first, in this order. */
const firstCommands = [
  { command: `send ${exampleProvider} hard_bounce --to a@example.com --message m1`, effect: 'a bounce' },
  { command: 'status m1', effect: 'what happened to the message' },
  { command: 'suppressions check a@example.com', effect: 'whether you may send to the address' },
  { command: 'storm', effect: 'all providers at once' },
  { command: 'seed', effect: 'a month of invented mail' },
];
const commandWidth = Math.max(...firstCommands.map(({ command }) => command.length));

/** The URL of each provider, by its title. */
function webhookUrls({ outputs }: ReadyStack): { title: string; url: string }[] {
  return manifests.flatMap(({ name, title }) => {
    const url = outputs[webhookUrlOutput(name)];
    return url ? [{ title, url }] : [];
  });
}

function summarize(types: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts]
    .map(([type, count]) => `${count} ${type.replace('AWS::', '').replace('::', ' ')}`)
    .sort()
    .join(', ');
}
