import { readFileSync } from 'node:fs';
import { exitCodes, Problem } from './problem.ts';

/** Undefined when there is no such file. `remedy` says what to do about a file that is not a JSON object. */
export function readJsonFile<Content extends object>(path: string, remedy: string): Content | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const content = parse(text);
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Problem(`${path} is not a JSON object, it may be damaged; ${remedy}`, exitCodes.failure);
  return content as Content;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
