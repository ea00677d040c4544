import { setTimeout as delay } from 'node:timers/promises';
import { exitCodes, Problem } from '../problem.ts';
import { progress } from './progress.ts';
import { printError, type Terminal } from './terminal.ts';

type Work = {
  /** What is done now: `importing`. */
  readonly label: string;
  readonly bytes: number;
  /** Omit when nobody has counted the rows yet. */
  readonly rows?: number;
  /** What an interruption means, as the end of a sentence. */
  readonly whenInterrupted: string;
};

export type LongWork = {
  readonly advance: (bytes: number) => void;
  /** The same rows, counted. Throws a problem at the next row when the person at the terminal has interrupted it. */
  over<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row>;
  /** Waits, for work that is slow without reading a row. */
  pause(millis: number): Promise<void>;
  end(): void;
};

/** The log of a script stays readable, and still shows that the work goes on. */
const secondsBetweenLines = 10;

/** What reads files of any size shows a bar on a terminal, and elsewhere a line every few seconds. */
export function longWork({ label, bytes, rows, whenInterrupted }: Work, terminal: Terminal): LongWork {
  // Of the same width, so that bars stand below each other.
  const bar = progress(label.padEnd(8), bytes, terminal);
  const isTerminal = (terminal.error as NodeJS.WriteStream).isTTY === true;
  let [seen, toldAt, isInterrupted] = [0, Date.now(), false];
  const place = () =>
    `row ${seen.toLocaleString('en')}${rows === undefined ? '' : ` of ${rows.toLocaleString('en')}`}`;
  // Stopping between two rows leaves none half written. A second signal ends the program as usual.
  const interrupt = () => {
    isInterrupted = true;
  };
  const look = () => {
    if (isInterrupted)
      throw new Problem(
        `interrupted while ${label}, at about ${place()}: ${whenInterrupted}`,
        exitCodes.interrupted,
      );
    if (isTerminal || Date.now() - toldAt < secondsBetweenLines * 1_000) return;
    toldAt = Date.now();
    printError(terminal, `${label}: ${place()}`);
  };
  process.once('SIGINT', interrupt);
  return {
    advance: bar.advance,
    async *over(given) {
      for await (const row of given) {
        look();
        seen += 1;
        yield row;
      }
    },
    async pause(millis) {
      await delay(millis);
      look();
    },
    end() {
      process.off('SIGINT', interrupt);
      bar.end();
    },
  };
}
