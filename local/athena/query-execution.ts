import { randomUUID } from 'node:crypto';
import type { QueryResult } from './query-engine.ts';

export type WorkGroup = {
  readonly name: string;
  /** Undefined when each query has to say it. */
  readonly outputLocation: string | undefined;
  /** Whether the settings of a query count for nothing. */
  readonly isEnforced: boolean;
  /** A query that reads more is cancelled. */
  readonly mostBytes: number | undefined;
};

export type QueryRequest = {
  readonly sql: string;
  readonly parameters: readonly string[];
  /** The SQL with the parameters in it. */
  readonly filledIn: string;
  readonly database: string;
  readonly workGroup: WorkGroup;
  readonly outputLocation: string;
  /** How old a result may be that is used again. */
  readonly reuseMinutes: number | undefined;
};

type State = 'QUEUED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

export type QueryExecution = {
  readonly id: string;
  readonly request: QueryRequest;
  readonly submittedAt: number;
  readonly stopping: AbortController;
  state: State;
  reason?: string;
  /** Whether the failure is that of the service. */
  isOurs?: boolean;
  startedAt?: number;
  completedAt?: number;
  isReused?: boolean;
  result?: QueryResult;
};

export function newExecution(request: QueryRequest): QueryExecution {
  return {
    id: randomUUID(),
    request,
    submittedAt: Date.now(),
    stopping: new AbortController(),
    state: 'QUEUED',
  };
}

/** Where the result is, as an object. */
export function outputOf({ id, request }: QueryExecution): string {
  return `${request.outputLocation.replace(/\/?$/, '/')}${id}.csv`;
}

/** What GetQueryExecution returns. */
export function describeExecution(execution: QueryExecution) {
  const { id, request, submittedAt, startedAt, completedAt, state, reason, isOurs, result } = execution;
  const isOver = completedAt !== undefined;
  const engineMillis = isOver && startedAt !== undefined ? completedAt - startedAt : 0;
  return {
    QueryExecutionId: id,
    Query: request.sql,
    StatementType: 'DML',
    SubstatementType: 'SELECT',
    ResultConfiguration: { OutputLocation: outputOf(execution) },
    ResultReuseConfiguration: {
      ResultReuseByAgeConfiguration: {
        Enabled: request.reuseMinutes !== undefined,
        ...(request.reuseMinutes !== undefined && { MaxAgeInMinutes: request.reuseMinutes }),
      },
    },
    QueryExecutionContext: { Database: request.database, Catalog: 'awsdatacatalog' },
    ...(request.parameters.length > 0 && { ExecutionParameters: request.parameters }),
    Status: {
      State: state,
      SubmissionDateTime: submittedAt / 1_000,
      ...(isOver && { CompletionDateTime: completedAt / 1_000 }),
      ...(reason !== undefined && { StateChangeReason: reason }),
      ...(state === 'FAILED' && {
        AthenaError: { ErrorCategory: isOurs ? 1 : 2, Retryable: false, ErrorMessage: reason },
      }),
    },
    Statistics: {
      DataScannedInBytes: execution.isReused ? 0 : (result?.bytesScanned ?? 0),
      EngineExecutionTimeInMillis: engineMillis,
      TotalExecutionTimeInMillis: isOver ? completedAt - submittedAt : 0,
      QueryQueueTimeInMillis: (startedAt ?? Date.now()) - submittedAt,
      ServiceProcessingTimeInMillis: 0,
      ResultReuseInformation: { ReusedPreviousResult: execution.isReused ?? false },
    },
    WorkGroup: request.workGroup.name,
    EngineVersion: {
      SelectedEngineVersion: 'Athena engine version 3',
      EffectiveEngineVersion: 'Athena engine version 3',
    },
  };
}

/** A page of the rows, the names of the columns in the first one. A token is the number of rows that came before. */
export function pageOf({ columns, rows }: QueryResult, token: string | undefined, mostRows: number) {
  const first = token === undefined ? 0 : Number(Buffer.from(token, 'base64').toString());
  const header = columns.map(({ Label }) => Label);
  // Without a copy of all rows, of which there may be many.
  const page =
    first === 0 ? [header, ...rows.slice(0, mostRows - 1)] : rows.slice(first - 1, first - 1 + mostRows);
  const next = first + page.length;
  return {
    UpdateCount: 0,
    ResultSet: {
      Rows: page.map((row) => ({
        Data: row.map((value) => (value === null ? {} : { VarCharValue: value })),
      })),
      ResultSetMetadata: {
        ColumnInfo: columns.map((column) => ({
          CatalogName: 'hive',
          SchemaName: '',
          TableName: '',
          Nullable: 'UNKNOWN',
          CaseSensitive: column.Type === 'varchar',
          ...column,
        })),
      },
    },
    ...(next <= rows.length && { NextToken: Buffer.from(String(next)).toString('base64') }),
  };
}

/** The result as Athena writes it to S3: every value in quotes, and NULL as nothing. */
export function toCsv({ columns, rows }: QueryResult): string {
  const line = (values: readonly (string | null)[]) =>
    `${values.map((value) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`)).join(',')}\n`;
  return [columns.map(({ Label }) => Label), ...rows].map(line).join('');
}
