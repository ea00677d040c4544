import { overwriteLine } from './overwrite-line.ts';
import type { Terminal } from './terminal.ts';

type Waiting = { note(text: string): void; end(): void };

/** A line on standard error that goes away again; nothing when that is not a terminal. */
export function waiting(label: string, { error }: Terminal): Waiting {
  const stream = error as NodeJS.WriteStream;
  const start = Date.now();
  let noted = '';
  const draw = () => {
    const seconds = Math.round((Date.now() - start) / 1_000);
    overwriteLine(stream, `${label} … ${seconds > 0 ? `${seconds} s` : ''}${noted}`);
  };
  const timer = stream.isTTY ? setInterval(draw, 500) : undefined;
  timer?.unref();
  if (stream.isTTY) draw();
  return {
    note(text) {
      noted = text;
    },
    end() {
      clearInterval(timer);
      if (stream.isTTY) overwriteLine(stream, '');
    },
  };
}
