import { readFileSync } from 'node:fs';
import { exitCodes, Problem } from './problem.ts';

/** Reads standard input when the path is `-`. */
export function readFile(path: string): Buffer {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    throw cannotRead(path, error);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

export function cannotRead(path: string, error: unknown): Problem {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return new Problem(`cannot read ${path}: ${reasons[code] ?? code}`, exitCodes.usage);
}
