/** A line that a function wrote. */
export type LogLine = {
  readonly functionName: string;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
};

type ShownLogLine = { readonly level: 'warn' | 'error'; readonly text: string };

/** Fields of every log line: not shown. */
const everyday = new Set([
  ...[
    'level',
    'message',
    'timestamp',
    'service',
    'sampling_rate',
    'xray_trace_id',
    'cold_start',
    'trace',
    'stack',
  ],
  ...['function_arn', 'function_memory_size', 'function_name', 'function_request_id', 'correlation_id'],
]);

/** Warnings and errors in short form. Undefined for a line that is not shown. */
export function shortenLogLine({ stream, text }: LogLine): ShownLogLine | undefined {
  const fields = parse(text);
  if (!fields) return stream === 'stderr' ? { level: 'error', text } : undefined;
  const level = String(fields['level'] ?? '').toLowerCase();
  if (level !== 'warn' && level !== 'error' && level !== 'critical') return undefined;
  const details = Object.entries(fields)
    .filter(([name]) => !everyday.has(name))
    .map(([name, value]) => `${name}=${shorten(value)}`);
  return {
    level: level === 'warn' ? 'warn' : 'error',
    text: [String(fields['message'] ?? ''), ...details].join('  '),
  };
}

function shorten(value: unknown): string {
  if (value !== null && typeof value === 'object' && 'message' in value) return shorten(value.message);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function parse(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
