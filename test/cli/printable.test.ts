import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LakeAnswer } from '../../app/ask-lake.ts';
import { csvLine } from '../../cli/files/csv.ts';
import { writeResult } from '../../cli/query/results.ts';
import { createPrinter } from '../../cli/ui/local-run.ts';
import { jsonText } from '../../cli/ui/printable.ts';
import { progress } from '../../cli/ui/progress.ts';
import { paint, print, printError, printJson, table } from '../../cli/ui/terminal.ts';
import type { StreamEvent } from '../../store/stream-event.ts';
import { hostile, steering } from '../support/hostile-text.ts';

/** A terminal that shows colours, and what was written to it. */
function aTerminal() {
  const stream = () => Object.assign(new PassThrough(), { isTTY: true, getColorDepth: () => 24 });
  const terminal = { out: stream(), error: stream() };
  const written = (name: 'out' | 'error') => String(terminal[name].read() ?? '');
  return { terminal, out: () => written('out'), error: () => written('error') };
}

/** The escapes of one painted string. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of colours.
const colour = /\u001b\[[0-9;]+m/g;

describe('text from outside', () => {
  it('is shown with visible escapes, on either stream, and in a colour', () => {
    const { terminal, out, error } = aTerminal();
    print(terminal, hostile);
    printError(terminal, hostile);
    const plain = out();
    expect(plain).not.toMatch(steering);
    expect(plain).toContain('ESC[\\x1b[2J] OSC8[\\x1b]8;;');
    expect(plain).toContain('C1[\\x9b2J');
    expect(plain).toContain('bidi[\\u202eevil');
    expect(error()).toBe(plain);
    print(terminal, paint('red', hostile, terminal));
    const red = out();
    expect(red.replace(colour, '')).toBe(plain);
    expect(red.match(colour)).toHaveLength(2);
  });

  it('cannot bring colours of its own, or lines', () => {
    const { terminal, out } = aTerminal();
    print(terminal, 'a \u001b[8mhidden\u001b[0m\nb');
    expect(out()).toBe('a \\x1b[8mhidden\\x1b[0m\\x0ab\n');
  });

  it('is harmless whatever it is', () => {
    const { terminal, out } = aTerminal();
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        print(terminal, text, paint('bold', text, terminal), ...table([[text, text]]));
        printJson(terminal, { [text]: text });
        expect(out().replace(colour, '')).not.toMatch(steering);
      }),
    );
  });

  it('keeps columns straight, in a colour or not', () => {
    const { terminal, out } = aTerminal();
    print(
      terminal,
      ...table([
        [paint('red', 'a', terminal), 'x'],
        ['\u001bb', 'x'],
      ]),
    );
    const lines = out().replace(colour, '').trimEnd().split('\n');
    expect(lines.map((line) => line.indexOf('x', 4))).toEqual([7, 7]);
  });

  it('is the same value in JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(jsonText({ text: text + hostile }))).toEqual({ text: text + hostile });
      }),
    );
  });

  it('is written to a file of an answer as harmlessly as to the terminal', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mailfold-'));
    const columns = [{ name: 'reason', type: 'varchar' }];
    const result = { columns, rows: [[hostile]] } as unknown as LakeAnswer;
    for (const format of ['json', 'csv'] as const) {
      const output = join(folder, `answer.${format}`);
      await writeResult(result, { format, output }, aTerminal().terminal);
      expect(readFileSync(output, 'utf8').replaceAll('\r\n', '\n')).not.toMatch(steering);
    }
    expect(JSON.parse(readFileSync(join(folder, 'answer.json'), 'utf8'))).toEqual([{ reason: hostile }]);
    rmSync(folder, { recursive: true });
  });

  it('has no control characters in CSV, except tabs and line breaks', () => {
    const line = csvLine([`${hostile}\tone\r\ntwo\nthree`]);
    expect(line.replace(/\r\n/g, '\n')).not.toMatch(steering);
    expect(line).toContain('\tone\r\ntwo\nthree');
  });

  it('is harmless in the live feed, in progress and in logs', () => {
    let written = '';
    const printer = createPrinter((part) => (written += part));
    const event = { provider: hostile, type: 'open', recipient: hostile, messageId: hostile };
    printer.event({ ...event, occurredAt: new Date().toISOString() } as unknown as StreamEvent);
    printer.answer({ method: 'POST', path: `/${hostile}`, status: 404 });
    printer.log({ functionName: 'consumer', stream: 'stderr', text: hostile });
    printer.log({
      functionName: 'consumer',
      stream: 'stdout',
      text: JSON.stringify({ level: 'WARN', message: hostile, reason: hostile }),
    });
    expect(written.replace(colour, '')).not.toMatch(steering);
    const { terminal, error } = aTerminal();
    progress(hostile, 1, terminal).end();
    expect(error().replace('\r\u001b[K', '')).not.toMatch(steering);
  });
});

describe('the command line', () => {
  it('writes to a terminal in one place', () => {
    const elsewhere = globSync('cli/**/*.ts')
      .filter((file) => !file.startsWith('cli/ui/'))
      .filter((file) =>
        /(?:terminal\.(?:out|error)|process\.std(?:out|err))\.write|styleText/.test(
          readFileSync(file, 'utf8'),
        ),
      );
    expect(elsewhere).toEqual([]);
  });
});
