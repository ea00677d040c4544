import { outputs } from '../lib/outputs.ts';
import { streamOf } from '../store/describe-table.ts';
import { deployCommand } from './next-commands.ts';
import { exitCodes, Problem } from './problem.ts';
import type { Target } from './target.ts';

/** The stream of the messages table, in which every new event appears. */
export async function messagesStream(target: Target): Promise<string> {
  const stream = await streamOf(target.dynamoDb, target.output(outputs.messagesTableName));
  if (!stream)
    throw new Problem(
      `the messages table has no stream; deploy the stack again: ${deployCommand(target)}`,
      exitCodes.failure,
    );
  return stream;
}
