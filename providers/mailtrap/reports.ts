import { isObject, parseJson } from '../json.ts';
import { type Reports, UnreadableBody } from '../provider.ts';

/** The events of a body in JSON, which has a list of them, or in JSON Lines, with one on each line. */
export function reportsIn(text: string): Pick<Reports, 'parts' | 'bodyOf'> {
  const events = listIn(parsed(text));
  if (events) return { parts: events, bodyOf: (some) => Buffer.from(JSON.stringify({ events: some })) };
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  // A line that cannot be parsed stays as it is, so that it does not take the others along.
  const parts = lines.map((line) => parsed(line) ?? line);
  if (lines.length > 0 && parts.every((part) => typeof part === 'string'))
    throw new UnreadableBody(
      `mailtrap: expected JSON with a list of events, or one event on each line, found ${text.length} characters of neither`,
    );
  return { parts, bodyOf: (some) => Buffer.from(some.map(asLine).join('\n')) };
}

function listIn(content: unknown): readonly unknown[] | undefined {
  const events = isObject(content) ? content['events'] : content;
  return Array.isArray(events) ? events : undefined;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function asLine(part: unknown): string {
  return typeof part === 'string' ? part : JSON.stringify(part);
}
