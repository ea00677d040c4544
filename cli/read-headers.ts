import { exitCodes, Problem } from './problem.ts';
import { readFile } from './read-file.ts';

/** Takes a JSON object, or the `Name: value` lines that curl and browsers show. */
export function readHeaders(path: string): Record<string, string> {
  const text = readFile(path).toString();
  const entries = text.trimStart().startsWith('{') ? fromJson(text, path) : fromLines(text, path);
  // API Gateway passes header names in lower case.
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

function fromJson(text: string, path: string): [string, string][] {
  try {
    return Object.entries(JSON.parse(text)).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : String(value),
    ]);
  } catch {
    throw new Problem(`${path}: expected a JSON object of headers; the file is not JSON`, exitCodes.usage);
  }
}

function fromLines(text: string, path: string): [string, string][] {
  return text.split(/\r?\n/).flatMap((line, index): [string, string][] => {
    if (line.trim() === '' || /^(POST|HTTP)\b/.test(line)) return [];
    // curl -v marks the headers it sent with a >.
    const [, name, value] = /^(?:> ?)?([^:\s]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (!name || value === undefined)
      throw new Problem(`${path}, line ${index + 1}: expected "Name: value"`, exitCodes.usage);
    return [[name, value]];
  });
}
