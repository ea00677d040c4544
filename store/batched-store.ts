import { BatchExecuteStatementCommand, type BatchStatementRequest } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchStep } from './batch-step.ts';
import { dynamoDbStore, type StoreSettings } from './dynamodb-store.ts';
import { chunksOf, inFlight } from './in-flight.ts';
import { readKnownRows } from './known-rows.ts';
import { type Outcome, type Store, writeRemaining } from './store.ts';

/** With fewer writes, a batch saves no calls: it also has to read the existing rows first. */
const minBatchedWrites = 4;
/** The maximum of DynamoDB per call. */
const maxStatements = 25;
const callsInFlight = 8;

/** A statement, and the index of its write. */
type Planned = { readonly index: number; readonly statement: BatchStatementRequest };

/**
 * Does the same as `dynamoDbStore` with a twentieth of the calls, because every call costs CPU. A refused write costs as
 * much as a successful one, so it reads the existing rows first. Whatever a batch does not write, for any reason, is left
 * to the single conditional write, which remains the definition of each write.
 */
export function batchedStore(
  client: DynamoDBDocumentClient,
  settings: StoreSettings,
  clock: () => Date,
  /** Called when a whole batch fails. Its rows are then written singly: nothing is lost, but it takes 25 calls. */
  onFailure: (errorName: string) => void = () => {},
): Store {
  const single = dynamoDbStore(client, settings, clock);

  /** Returns for each statement whether it succeeded. */
  async function execute(statements: readonly BatchStatementRequest[]): Promise<boolean[]> {
    const command = new BatchExecuteStatementCommand({ Statements: [...statements] });
    const { Responses = [] } = await client.send(command).catch((error: unknown) => {
      onFailure(error instanceof Error ? error.name : 'UnknownError');
      return { Responses: undefined };
    });
    return statements.map((_, index) => Responses[index] !== undefined && !Responses[index].Error);
  }

  async function executeAll(planned: readonly Planned[], isTimeUp: () => boolean): Promise<number[]> {
    const done: number[] = [];
    await inFlight(chunksOf(planned, maxStatements), callsInFlight, async (chunk) => {
      if (isTimeUp()) return;
      const results = await execute(chunk.map(({ statement }) => statement));
      for (const [place, { index }] of chunk.entries()) if (results[place]) done.push(index);
    });
    return done;
  }

  return {
    async writeAll(writes, isTimeUp) {
      if (writes.length < minBatchedWrites) return single.writeAll(writes, isTimeUp);
      const known = await readKnownRows(client, settings, writes, isTimeUp);
      const outcomes: (Outcome | undefined)[] = [];
      const planned: Planned[] = [];
      const now = clock();
      for (const [index, write] of writes.entries()) {
        const step = batchStep(write, known, settings, now);
        if (step === 'repeated') outcomes[index] = { type: 'done', repeated: true };
        else if (step !== 'single') planned.push({ index, statement: step });
      }
      for (const index of await executeAll(planned, isTimeUp))
        outcomes[index] = { type: 'done', repeated: false };
      return writeRemaining(writes, outcomes, (remaining) => single.writeAll(remaining, isTimeUp));
    },
  };
}
