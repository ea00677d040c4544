import { BatchExecuteStatementCommand, type BatchStatementRequest } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Patience } from './batch-get.ts';
import { chunksOf, inFlight } from './in-flight.ts';
import type { Outcome } from './store.ts';
import { backoffMillis, maxStalls, passes } from './trouble.ts';

/** The maximum of DynamoDB per call. */
const maxStatements = 25;
const callsInFlight = 8;

/** A statement, and the index of its write. */
type Planned = { readonly index: number; readonly statement: BatchStatementRequest };

/** Gets the code or name of an error, never its message, which could quote a row. */
export type OnTrouble = (trouble: {
  /** A whole call, or single statements in it. */
  readonly of: 'batch' | 'statements';
  readonly code: string;
  readonly rows: number;
}) => void;

/** The rows were written before, or by another consumer in the meantime. The single write finds out which. */
const expectedRefusals: readonly string[] = ['DuplicateItem', 'ConditionalCheckFailed'];

/**
 * Executes statements in batches, and throttled ones again, in full batches. Returns the outcomes that are certain: what
 * was written, and what stays throttled. All other statements are left to the single write.
 */
export async function executeAll(
  client: DynamoDBDocumentClient,
  planned: readonly Planned[],
  { isTimeUp, pause }: Patience,
  onTrouble: OnTrouble,
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  let left = planned;
  let size = maxStatements;
  for (let stalls = 0; left.length > 0 && stalls <= maxStalls && !isTimeUp(); ) {
    const round = await executeRound(client, chunksOf(left, size), isTimeUp, onTrouble);
    for (const index of round.done) outcomes.set(index, { type: 'done', repeated: false });
    for (const [{ index }, error] of round.busy) outcomes.set(index, { type: 'busy', error });
    stalls = round.busy.size < left.length ? 0 : stalls + 1;
    left = [...round.busy.keys()];
    // One row may be what makes a whole call fail. In smaller batches its neighbours get through.
    size = round.someCallFailed ? Math.ceil(size / 2) : maxStatements;
    if (left.length > 0) await pause(backoffMillis(stalls));
  }
  return outcomes;
}

async function executeRound(
  client: DynamoDBDocumentClient,
  chunks: readonly (readonly Planned[])[],
  isTimeUp: () => boolean,
  onTrouble: OnTrouble,
) {
  const done: number[] = [];
  const busy = new Map<Planned, Error>();
  const refusals = new Map<string, number>();
  let someCallFailed = false;
  await inFlight(chunks, callsInFlight, async (chunk) => {
    if (isTimeUp()) return;
    const answer = await execute(client, chunk);
    if ('error' in answer) someCallFailed = true;
    if ('error' in answer && !passes(answer.error)) {
      onTrouble({ of: 'batch', code: answer.error.name, rows: chunk.length });
      return;
    }
    for (const [place, each] of chunk.entries()) {
      const error = 'error' in answer ? answer.error : answer.errors[place];
      if (!error) done.push(each.index);
      else if (passes(error)) busy.set(each, error);
      else if (!expectedRefusals.includes(error.name))
        refusals.set(error.name, (refusals.get(error.name) ?? 0) + 1);
    }
  });
  for (const [code, rows] of refusals) onTrouble({ of: 'statements', code, rows });
  return { done, busy, someCallFailed };
}

/** The error of the whole call, or for each statement its error, if any. */
type Answer = { readonly error: Error } | { readonly errors: readonly (Error | undefined)[] };

async function execute(client: DynamoDBDocumentClient, chunk: readonly Planned[]): Promise<Answer> {
  try {
    const Statements = chunk.map(({ statement }) => statement);
    const { Responses = [] } = await client.send(new BatchExecuteStatementCommand({ Statements }));
    const errors = chunk.map((_, place) => {
      const response = Responses[place];
      return response && !response.Error ? undefined : errorNamed(response?.Error?.Code ?? 'NoAnswer');
    });
    return { errors };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Without DynamoDB's message, which could quote the row. */
function errorNamed(code: string): Error {
  return Object.assign(new Error('DynamoDB did not accept the row'), { name: code });
}
