import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { exitCodes, Problem } from './problem.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is a file, not a folder',
  EEXIST: 'there is a file of this name',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
};

/** Calls that change something; any other only reads. */
const writing = /^(mkdir|open|write|rename|chmod|unlink|rm|copyfile)/;

/** Why a file cannot be read. */
export function cannotRead(path: string, error: unknown): Problem {
  return new Problem(`cannot read ${path}: ${reasonOf(error)}`, exitCodes.usage);
}

export function reasonOf(error: unknown): string {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return reasons[code] ?? code;
}

/** Says in one line what is wrong with a file or folder, and what to do. Undefined for other errors. */
export function fileProblem(error: unknown): Problem | undefined {
  const { code, path, syscall = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const reason = code === undefined ? undefined : reasons[code];
  const isWriting = writing.test(syscall);
  if (path === undefined || reason === undefined) return undefined;
  return new Problem(
    isWriting
      ? `cannot write ${path}: ${code === 'ENOENT' ? missingPart(path) : reason}; run it in a folder that you can write to, or give another path`
      : `cannot read ${path}: ${reason}`,
    exitCodes.failure,
  );
}

function missingPart(path: string): string {
  // As below /proc.
  return existsSync(dirname(path)) ? 'nothing can be created in its folder' : 'its folder does not exist';
}
