import { outputs } from '../lib/outputs.ts';
import { streamOf } from '../store/describe-table.ts';
import { revertDriftCommand } from './next-commands.ts';
import { exitCodes, Problem } from './problem.ts';
import type { Target } from './target.ts';

/** The stream of the messages table, in which every new event appears. */
export async function messagesStream(target: Target): Promise<string> {
  const stream = await streamOf(target.dynamoDb, target.output(outputs.messagesTableName));
  if (!stream)
    throw new Problem(
      `the messages table has no stream; switch it on: ${revertDriftCommand(target)} (for a table named in the settings, docs/restore.md has the command)`,
      exitCodes.failure,
    );
  return stream;
}
