import { AwsError } from './aws-error.ts';
import { type Actions, type AwsService, createJsonService } from './aws-service.ts';
import type { FunctionSettings } from './function-settings.ts';
import { arnOf } from './identity.ts';
import type { LogLine } from './observed.ts';

/** A line with its time, as in CloudWatch Logs. */
type KeptLine = LogLine & { readonly at: number };

/** By function name. */
export type FunctionLogs = ReadonlyMap<string, readonly KeptLine[]>;

const keptLines = 5_000;

/** Keeps the latest lines of each function. */
export function createFunctionLogs(): { readonly logs: FunctionLogs; keep(line: LogLine): void } {
  const logs = new Map<string, KeptLine[]>();
  return {
    logs,
    keep(line) {
      const lines = logs.get(line.functionName) ?? [];
      lines.push({ ...line, at: Date.now() });
      if (lines.length > keptLines) lines.shift();
      logs.set(line.functionName, lines);
    },
  };
}

/** The part of CloudWatch Logs that the command line uses: the lines of a function since a given time. */
export function createLogsService(functions: readonly FunctionSettings[], logs: FunctionLogs): AwsService {
  const actions: Actions = {
    FilterLogEvents({ logGroupName, startTime = 0, filterPattern = '' }) {
      const source = functions.find(({ logGroup }) => logGroup === logGroupName);
      if (!source) {
        throw new AwsError('ResourceNotFoundException', `no function of this stack logs to ${logGroupName}`);
      }
      // The only filter pattern that is known here: a quoted string, matched literally.
      const [, text = ''] = /^"(.*)"$/.exec(String(filterPattern)) ?? [];
      const lines = logs.get(source.name) ?? [];
      const found = lines.filter((line) => line.at >= Number(startTime) && line.text.includes(text));
      return {
        events: found.map((line) => ({
          timestamp: line.at,
          message: line.text,
          logStreamName: line.functionName,
        })),
      };
    },
  };
  return createJsonService({
    name: 'logs',
    target: 'Logs_20140328',
    version: '1.1',
    actions,
    rights: ({ action, body }) => [
      { action: `logs:${action}`, resources: [arnOf('logs', `log-group:${body['logGroupName']}:*`)] },
    ],
  });
}
