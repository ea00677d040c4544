import { styleText } from 'node:util';
import { exampleProvider } from '../../providers/manifests.ts';
import type { StreamEvent } from '../../store/stream-event.ts';
import { type LogLine, shortenLogLine } from './log-lines.ts';
import { colourOf } from './status-colour.ts';
import type { Style } from './terminal.ts';

type Printer = {
  line(text?: string, style?: Style): void;
  ready(stack: ReadyStack, seconds: number): void;
  event(event: StreamEvent): void;
  answer(request: AnsweredRequest): void;
  log(line: LogLine): void;
};

/** What is shown of a stack once it is ready. */
type ReadyStack = {
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
  const line = (text = '', style?: Style) => void write(`${style ? styleText(style, text) : text}\n`);
  const columns = (...cells: string[]) =>
    line(`${styleText('dim', timeOf(new Date()))}  ${cells.join('  ')}`);
  return {
    line,
    ready(stack, seconds) {
      const urls = Object.entries(stack.outputs).filter(([, value]) => value.startsWith(`${stack.apiUrl}/`));
      const width = Math.max(0, ...urls.map(([name]) => name.length));
      line(`Mailfold is ready after ${seconds.toFixed(1)} s. Webhook URLs:`, 'bold');
      for (const [name, url] of urls) line(`  ${name.padEnd(width)}  ${styleText('cyan', url)}`);
      if (stack.ignored.length > 0) line(`  Not run locally: ${summarize(stack.ignored)}`, 'dim');
      line();
      line('Try this in another terminal:', 'bold');
      line(`  npm run mailfold -- send ${exampleProvider} hard_bounce --to a@example.com --message m1`);
      line('  npm run mailfold -- status m1');
      line();
      line('Events as they arrive (Ctrl-C stops everything):', 'bold');
    },
    event({ provider, type, recipient, messageId, occurredAt }) {
      const late = Date.now() - Date.parse(occurredAt) > 60_000 ? [`(happened ${occurredAt})`] : [];
      columns(
        provider.padEnd(8),
        styleText(colourOf(type), type.padEnd(11)),
        recipient ?? '(no recipient)',
        messageId,
        ...late.map((text) => styleText('dim', text)),
      );
    },
    answer({ method, path, status }) {
      if (status === 200) return;
      columns(styleText(status >= 500 ? 'red' : 'yellow', `${method} ${path} ${status}`));
    },
    log(logLine) {
      const shown = shortenLogLine(logLine);
      if (!shown) return;
      const name = styleText('dim', logLine.functionName);
      columns(styleText(shown.level === 'warn' ? 'yellow' : 'red', shown.level), shown.text, name);
    },
  };
}

function summarize(types: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts]
    .map(([type, count]) => `${count} ${type.replace('AWS::', '').replace('::', ' ')}`)
    .sort()
    .join(', ');
}

function timeOf(moment: Date): string {
  return moment.toTimeString().slice(0, 8);
}
