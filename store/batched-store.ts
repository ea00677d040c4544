import { BatchExecuteStatementCommand, type BatchStatementRequest } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchStep } from './batch-step.ts';
import { dynamoDbStore, type StoreSettings } from './dynamodb-store.ts';
import { chunksOf, inFlight } from './in-flight.ts';
import { lookBeforeWriting } from './known-rows.ts';
import { type Outcome, type Store, writeOpen } from './store.ts';

/** With fewer writes than this a batch saves no call, and its look beforehand would only take time. */
const fewestWrites = 4;
/** What DynamoDB takes in one call. */
const mostStatements = 25;
const callsInFlight = 8;

/** A statement, and the place among the writes that it stands for. */
type Planned = { readonly index: number; readonly statement: BatchStatementRequest };

/**
 * The same as `dynamoDbStore`, with a twentieth of its calls. A call costs CPU, and a refused write costs as much as
 * one that succeeds, so it looks before it writes. Whatever the batch does not do, for whatever reason, is left to the
 * single conditional write, which remains the definition of each write.
 */
export function batchedStore(
  client: DynamoDBDocumentClient,
  settings: StoreSettings,
  clock: () => Date,
  /** Called when a whole batch fails. Nothing is lost by it, but what should take one call takes 25. */
  onFailure: (errorName: string) => void = () => {},
): Store {
  const single = dynamoDbStore(client, settings, clock);

  /** For each statement whether it was done. */
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
    await inFlight(chunksOf(planned, mostStatements), callsInFlight, async (chunk) => {
      if (isTimeUp()) return;
      const results = await execute(chunk.map(({ statement }) => statement));
      for (const [place, { index }] of chunk.entries()) if (results[place]) done.push(index);
    });
    return done;
  }

  return {
    async writeAll(writes, isTimeUp) {
      if (writes.length < fewestWrites) return single.writeAll(writes, isTimeUp);
      const known = await lookBeforeWriting(client, settings, writes, isTimeUp);
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
      return writeOpen(writes, outcomes, (open) => single.writeAll(open, isTimeUp));
    },
  };
}
