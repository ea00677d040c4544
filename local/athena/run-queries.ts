import { toQueryFailure } from './athena-errors.ts';
import type { QueryEngine, QueryResult } from './query-engine.ts';
import { newExecution, outputOf, type QueryExecution, type QueryRequest, toCsv } from './query-execution.ts';

export type Queries = {
  start(request: QueryRequest): QueryExecution;
  find(id: string): QueryExecution | undefined;
  stop(execution: QueryExecution): void;
  close(): Promise<void>;
};

/** Results are kept in memory, so only those of the latest queries. */
const keptQueries = 100;

/** Runs one query at a time: each takes all cores and much memory. The others are queued. */
export function createQueries(
  engine: QueryEngine,
  putResult: (location: string, csv: string) => Promise<void>,
): Queries {
  const executions = new Map<string, QueryExecution>();
  let latest: Promise<void> = Promise.resolve();

  async function run(execution: QueryExecution): Promise<void> {
    if (execution.state !== 'QUEUED') return;
    const { request, stopping } = execution;
    execution.state = 'RUNNING';
    execution.startedAt = Date.now();
    try {
      const reused = earlierResult(execution);
      if (reused) execution.isReused = true;
      const result = reused ?? (await engine.run(request.filledIn, request.database, stopping.signal));
      execution.result = result;
      await finish(execution, result);
    } catch (error) {
      if (stopping.signal.aborted) return end(execution, 'CANCELLED', 'Query cancelled by user');
      const { reason, isOurs } = toQueryFailure(error as Error, request.database);
      execution.isOurs = isOurs;
      end(execution, 'FAILED', reason);
    }
  }

  async function finish(execution: QueryExecution, result: QueryResult): Promise<void> {
    const { mostBytes } = execution.request.workGroup;
    if (!execution.isReused && mostBytes !== undefined && result.bytesScanned > mostBytes) {
      return end(execution, 'CANCELLED', 'Query cancelled! : Bytes scanned limit was exceeded');
    }
    await putResult(outputOf(execution), toCsv(result));
    end(execution, 'SUCCEEDED');
  }

  function end(execution: QueryExecution, state: QueryExecution['state'], reason?: string): void {
    execution.state = state;
    execution.completedAt = Date.now();
    if (reason !== undefined) execution.reason = reason;
  }

  /** Of the same query, young enough. */
  function earlierResult({ request }: QueryExecution): QueryResult | undefined {
    const { reuseMinutes, filledIn, database, workGroup } = request;
    if (reuseMinutes === undefined) return undefined;
    const oldest = Date.now() - reuseMinutes * 60_000;
    return [...executions.values()]
      .reverse()
      .find(
        (each) =>
          each.state === 'SUCCEEDED' &&
          !each.isReused &&
          (each.completedAt ?? 0) >= oldest &&
          each.request.filledIn === filledIn &&
          each.request.database === database &&
          each.request.workGroup === workGroup,
      )?.result;
  }

  return {
    start(request) {
      const execution = newExecution(request);
      executions.set(execution.id, execution);
      const [oldest] = executions.keys();
      if (executions.size > keptQueries && oldest !== undefined) executions.delete(oldest);
      latest = latest.then(() => run(execution));
      return execution;
    },
    find: (id) => executions.get(id),
    stop(execution) {
      if (execution.completedAt !== undefined) return;
      if (execution.state === 'QUEUED') end(execution, 'CANCELLED', 'Query cancelled by user');
      execution.stopping.abort();
    },
    async close() {
      for (const { stopping } of executions.values()) stopping.abort();
      await latest;
      await engine.close();
    },
  };
}
