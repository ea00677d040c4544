import type { QueryOptions } from '../app/ports/analytics.ts';
import type { Terminal } from './ui/terminal.ts';
import { waiting } from './ui/waiting.ts';

/** Shows on standard error that the lake is being asked, and how much it has read so far. */
export async function whileAsking<Answer>(
  terminal: Terminal,
  ask: (options: QueryOptions) => Promise<Answer>,
): Promise<Answer> {
  const shown = waiting('asking the lake', terminal);
  const stopping = new AbortController();
  // A question that nobody waits for must not go on reading.
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  try {
    return await ask({
      signal: stopping.signal,
      onProgress: ({ state, scannedBytes = 0 }) =>
        shown.note(
          state === 'queued' ? ', queued' : scannedBytes > 0 ? `, ${bytesInWords(scannedBytes)} read` : '',
        ),
    });
  } finally {
    process.off('SIGINT', stop);
    shown.end();
  }
}

/** `12.3 MB`. */
export function bytesInWords(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
