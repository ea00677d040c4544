import { AwsError } from './aws-error.ts';
import type { LogLine } from './function-environment.ts';

/** A line as CloudWatch Logs would have it. */
export type KeptLine = LogLine & { readonly at: number };

/** The part of CloudWatch Logs that operators use from the command line: the lines of a function since some time. */
export function createLogsApi(linesOf: (logGroup: string) => readonly KeptLine[] | undefined) {
  return {
    FilterLogEvents({ logGroupName, startTime = 0, filterPattern = '' }: Readonly<Record<string, unknown>>) {
      const lines = linesOf(String(logGroupName));
      if (!lines)
        throw new AwsError('ResourceNotFoundException', `no function of this stack logs to ${logGroupName}`);
      // Of CloudWatch's patterns this knows a quoted text, to be found as it is.
      const [, text = ''] = /^"(.*)"$/.exec(String(filterPattern)) ?? [];
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
}
