import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { completeKeys, type LocalKeys } from '../../cli/local-keys.ts';
import { run } from '../../cli/program.ts';
import { openTarget, type Target } from '../../cli/target.ts';
import type { Subject } from './subject.ts';

/** What the steps share: the stack, the command line on it, and the keys that they set. */
export type World = {
  readonly subject: Subject;
  readonly keys: LocalKeys;
  /** Writes a file that only this run needs, and returns its path. */
  file(name: string, content: string): string;
  /** Runs a command on the stack. Throws if its exit code is not among the expected ones. */
  mailfold(words: readonly string[], ...expected: number[]): Promise<string>;
  /** The same with `--json`, parsed. */
  ask<Answer = unknown>(words: readonly string[], ...expected: number[]): Promise<Answer>;
  target(): Promise<Target>;
  forget(): void;
};

export async function openWorld(subject: Subject): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'mailfold-integ-'));
  const { stackName, account } = subject;
  const options = Object.entries(account).flatMap(([name, value]) => [`--${name}`, value]);
  const mailfold: World['mailfold'] = async (words, ...expected) => {
    const { exitCode, out, error } = await commandLine([...words, '--stack', stackName, ...options]);
    if (!(expected.length > 0 ? expected : [0]).includes(exitCode))
      throw new Error(`mailfold ${words.join(' ')} ended with ${exitCode}: ${error || out}`);
    return out;
  };
  return {
    subject,
    keys: await completeKeys({}),
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content, { mode: 0o600 });
      return path;
    },
    mailfold,
    ask: async (words, ...expected) => JSON.parse(await mailfold([...words, '--json'], ...expected)),
    target: () => openTarget({ stack: stackName, ...account }),
    forget: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function commandLine(words: readonly string[]) {
  const terminal = { out: new PassThrough(), error: new PassThrough() };
  const exitCode = await run(words, terminal);
  const text = (stream: PassThrough) => (stream.read() as Buffer | null)?.toString() ?? '';
  return { exitCode, out: text(terminal.out), error: text(terminal.error) };
}
