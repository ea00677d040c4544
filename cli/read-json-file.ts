import { readFileSync } from 'node:fs';

/** Undefined when there is no such file. */
export function readJsonFile<Content>(path: string): Content | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  return JSON.parse(text) as Content;
}
