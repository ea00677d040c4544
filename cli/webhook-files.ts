import { readFileSync } from 'node:fs';
import { exitCodes, Problem } from './problem.ts';

export function readFile(path: string): Buffer {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    throw new Problem(
      `${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`,
      exitCodes.usage,
    );
  }
}

/** Headers as people have them at hand: a JSON object, or lines of `Name: value` as curl and browsers show them. */
export function readHeaders(path: string): Record<string, string> {
  const text = readFile(path).toString();
  const entries = text.trimStart().startsWith('{') ? fromJson(text, path) : fromLines(text, path);
  // API Gateway hands them over in lower case.
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

function fromJson(text: string, path: string): [string, string][] {
  try {
    return Object.entries(JSON.parse(text)).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : String(value),
    ]);
  } catch {
    throw new Problem(
      `${path}: expected a JSON object of headers, found a text that is none`,
      exitCodes.usage,
    );
  }
}

function fromLines(text: string, path: string): [string, string][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !/^(POST|HTTP)\b/.test(line));
  return lines.map((line, index) => {
    // curl -v marks what it sent with a >.
    const [, name, value] = /^(?:> ?)?([^:\s]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (!name || value === undefined) {
      throw new Problem(
        `${path}, line ${index + 1}: expected "Name: value", found another text`,
        exitCodes.usage,
      );
    }
    return [name, value];
  });
}
