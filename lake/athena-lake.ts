import { setTimeout as delay } from 'node:timers/promises';
import {
  type AthenaClient,
  type ColumnInfo,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  type GetQueryResultsOutput,
  InvalidRequestException,
  type QueryExecution,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import type { Cell, Lake, QueryOptions, QueryResult } from '../app/ports/analytics.ts';
import { askAgainIfFileIsGone } from './ask-again.ts';
import { cellIn } from './athena-cells.ts';

export type AthenaSettings = {
  readonly client: AthenaClient;
  readonly workGroup: string;
  readonly database: string;
};

/** Runs SQL over the lake with Athena. The workgroup says where results are kept, and how much a query may read. */
export function athenaLake(settings: AthenaSettings): Lake {
  return { query: (sql, options = {}) => askAgainIfFileIsGone(() => ask(settings, sql, options)) };
}

async function ask(settings: AthenaSettings, sql: string, options: QueryOptions): Promise<QueryResult> {
  try {
    const id = await start(settings, sql, options);
    const { state, execution } = await untilDone(settings.client, id, options);
    if (state !== 'SUCCEEDED')
      return failed(execution?.Status?.StateChangeReason ?? `the query was ${state.toLowerCase()}`);
    return await resultOf(settings.client, id, execution);
  } catch (error) {
    // Athena refuses some mistakes at once, and others when the query runs.
    if (error instanceof InvalidRequestException) return failed(error.message);
    throw error;
  }
}

async function start(
  { client, workGroup, database }: AthenaSettings,
  sql: string,
  { maxAgeMinutes }: QueryOptions,
) {
  const { QueryExecutionId = '' } = await client.send(
    new StartQueryExecutionCommand({
      QueryString: sql,
      WorkGroup: workGroup,
      QueryExecutionContext: { Database: database },
      ...(maxAgeMinutes !== undefined && {
        ResultReuseConfiguration: {
          ResultReuseByAgeConfiguration: { Enabled: true, MaxAgeInMinutes: maxAgeMinutes },
        },
      }),
    }),
  );
  return QueryExecutionId;
}

/** Pauses between two looks, in milliseconds. Most queries take one or two seconds. */
const pauses = { first: 50, longest: 500, growth: 1.25 };

async function untilDone(
  client: AthenaClient,
  id: string,
  { onProgress, signal }: QueryOptions,
): Promise<{ state: string; execution?: QueryExecution }> {
  for (let pause = pauses.first; ; pause = Math.min(pause * pauses.growth, pauses.longest)) {
    if (signal?.aborted) await client.send(new StopQueryExecutionCommand({ QueryExecutionId: id }));
    const { QueryExecution: execution } = await client.send(
      new GetQueryExecutionCommand({ QueryExecutionId: id }),
    );
    const state = execution?.Status?.State ?? 'FAILED';
    if (state !== 'QUEUED' && state !== 'RUNNING') return { state, execution };
    const scannedBytes = execution?.Statistics?.DataScannedInBytes;
    onProgress?.({
      state: state === 'QUEUED' ? 'queued' : 'running',
      ...(scannedBytes !== undefined && { scannedBytes }),
    });
    await delay(pause);
  }
}

async function resultOf(
  client: AthenaClient,
  id: string,
  execution: QueryExecution | undefined,
): Promise<QueryResult> {
  const first = await client.send(new GetQueryResultsCommand({ QueryExecutionId: id }));
  const columns = first.ResultSet?.ResultSetMetadata?.ColumnInfo ?? [];
  const scannedBytes = execution?.Statistics?.DataScannedInBytes;
  return {
    type: 'rows',
    columns: columns.map(({ Name = '', Type = 'varchar' }) => ({ name: Name, type: Type })),
    rows: rowsFrom(client, id, first, columns),
    ...(scannedBytes !== undefined && { scannedBytes }),
  };
}

async function* rowsFrom(
  client: AthenaClient,
  id: string,
  first: GetQueryResultsOutput,
  columns: readonly ColumnInfo[],
): AsyncGenerator<readonly Cell[]> {
  // The first row has the names of the columns.
  let rows = (first.ResultSet?.Rows ?? []).slice(1);
  for (let next = first.NextToken; ; ) {
    for (const { Data = [] } of rows)
      yield columns.map(({ Type = 'varchar' }, index) => cellIn(Data[index]?.VarCharValue, Type));
    if (next === undefined) return;
    const page = await client.send(new GetQueryResultsCommand({ QueryExecutionId: id, NextToken: next }));
    rows = page.ResultSet?.Rows ?? [];
    next = page.NextToken;
  }
}

function failed(reason: string): QueryResult {
  return { type: 'failed', reason };
}
