import { columnsOf, overwriteLine } from './overwrite-line.ts';
import type { Terminal } from './terminal.ts';

type Progress = {
  advance(by?: number): void;
  /** Shows behind the bar what it waits for. */
  note(text: string): void;
  end(): void;
};

const width = 30;
const leastWidth = 5;

export const noProgress: Progress = { advance() {}, note() {}, end() {} };

/** A bar on standard error, so that it never mixes with the output; nothing when that is not a terminal. */
export function progress(label: string, total: number, { error }: Terminal): Progress {
  const stream = error as NodeJS.WriteStream;
  let done = 0;
  let drawnAt = 0;
  let noted = '';
  const draw = (isLast: boolean) => {
    const now = Date.now();
    // Ten times a second looks smooth; more would only wait for the terminal.
    if (!stream.isTTY || (!isLast && now - drawnAt < 100)) return;
    drawnAt = now;
    const counts = `${done}/${total}${noted && `  ${noted}`}`;
    overwriteLine(
      stream,
      `${label} ${bar(done / total, columnsOf(stream) - `${label}  ${counts}`.length)} ${counts}`,
    );
  };
  return {
    advance(by = 1) {
      done += by;
      draw(false);
    },
    note(text) {
      if (text === noted) return;
      noted = text;
      draw(true);
    },
    end() {
      noted = '';
      draw(true);
      if (stream.isTTY) stream.write('\n');
    },
  };
}

/** Shorter on a narrow terminal, where the counts and the note say more. */
function bar(share: number, room: number): string {
  const columns = Math.max(leastWidth, Math.min(width, room));
  const filled = Math.round(columns * Math.min(1, Number.isFinite(share) ? share : 1));
  return '█'.repeat(filled) + '░'.repeat(columns - filled);
}
