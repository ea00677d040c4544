import { PassThrough } from 'node:stream';
import { run } from '../../cli/program.ts';

export type Said = { exitCode: number; out: string; error: string };

/** Runs one command in this process and returns its output. */
export async function commandLine(...words: string[]): Promise<Said> {
  const terminal = { out: new PassThrough(), error: new PassThrough() };
  const exitCode = await run(words, terminal);
  const text = (stream: PassThrough) => (stream.read() as Buffer | null)?.toString() ?? '';
  return { exitCode, out: text(terminal.out), error: text(terminal.error) };
}
