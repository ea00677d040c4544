import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import type { Target } from './target.ts';

/** A line that one of our functions logged. */
export type LoggedLine = { readonly at: Date; readonly fields: Readonly<Record<string, unknown>> };

/** The lines that contain `text`, oldest first. */
export async function readLog(
  target: Target,
  logGroupName: string,
  since: Date,
  text: string,
): Promise<LoggedLine[]> {
  const client = new CloudWatchLogsClient(target.settings);
  const lines: LoggedLine[] = [];
  let nextToken: string | undefined;
  do {
    const page = await client.send(
      new FilterLogEventsCommand({
        logGroupName,
        startTime: since.getTime(),
        filterPattern: `"${text}"`,
        nextToken,
      }),
    );
    for (const { timestamp = 0, message = '' } of page.events ?? []) {
      const fields = parse(message);
      if (fields) lines.push({ at: new Date(timestamp), fields });
    }
    nextToken = page.nextToken;
  } while (nextToken);
  return lines.sort((one, other) => one.at.getTime() - other.at.getTime());
}

function parse(message: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(message);
  } catch {
    // Where Lambda has no JSON logs, its own lines are plain text.
    return undefined;
  }
}
