import { readFileSync } from 'node:fs';
import { cannotRead } from './file-problem.ts';

/** Reads standard input when the path is `-`. */
export function readFile(path: string): Buffer {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    throw cannotRead(path, error);
  }
}
