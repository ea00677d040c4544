import { PassThrough } from 'node:stream';
import { run } from '../../cli/program.ts';

export type Said = { exitCode: number; out: string; error: string };

/** Runs one command in this process and returns its output. Nobody answers its questions, as in a script. */
export function commandLine(...words: string[]): Promise<Said> {
  return runWith({}, words);
}

/** The same at a terminal, where a person gives this answer to every question. */
export async function answering(answer: string, ...words: string[]): Promise<Said & { questions: string[] }> {
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    return answer;
  };
  return { ...(await runWith({ ask }, words)), questions };
}

async function runWith(
  person: { ask?: (question: string) => Promise<string> },
  words: string[],
): Promise<Said> {
  const terminal = { out: new PassThrough(), error: new PassThrough(), ...person };
  const exitCode = await run(words, terminal);
  const text = (stream: PassThrough) => (stream.read() as Buffer | null)?.toString() ?? '';
  return { exitCode, out: text(terminal.out), error: text(terminal.error) };
}
