import { AwsError } from '../aws-error.ts';
import { type Actions, type AwsCall, type AwsService, createJsonService } from '../aws-service.ts';
import { athenaRights, type RightsContext } from './athena-rights.ts';
import {
  describeExecution,
  pageOf,
  type QueryExecution,
  type QueryRequest,
  type WorkGroup,
} from './query-execution.ts';
import type { Queries } from './run-queries.ts';
import { fillIn, RefusedQuery } from './statement.ts';

type Input = {
  readonly QueryString?: string;
  readonly ClientRequestToken?: string;
  readonly WorkGroup?: string;
  readonly QueryExecutionContext?: { readonly Database?: string };
  readonly ResultConfiguration?: { readonly OutputLocation?: string };
  readonly ExecutionParameters?: readonly string[];
  readonly ResultReuseConfiguration?: {
    readonly ResultReuseByAgeConfiguration?: {
      readonly Enabled?: boolean;
      readonly MaxAgeInMinutes?: number;
    };
  };
  readonly QueryExecutionId?: string;
  readonly QueryExecutionIds?: readonly string[];
  readonly NextToken?: string;
  readonly MaxResults?: number;
};

/** The part of Athena that runs queries. */
export function createAthenaService(
  queries: Queries,
  workGroups: readonly WorkGroup[],
  context: RightsContext,
): AwsService {
  const byToken = new Map<string, QueryExecution>();
  const find = (id: string | undefined): QueryExecution => {
    const found = queries.find(id ?? '');
    if (!found) throw invalid(`QueryExecution ${id} was not found`);
    return found;
  };

  const actions: Actions = {
    async StartQueryExecution(given) {
      const input = given as Input;
      const request = readRequest(input, workGroups);
      const repeated = byToken.get(input.ClientRequestToken ?? '');
      if (repeated && repeated.request.filledIn !== request.filledIn) {
        throw invalid('Idempotent parameters do not match');
      }
      if (repeated) return { QueryExecutionId: repeated.id };
      // What cannot be parsed is refused at once; anything else fails later.
      await context.engine.tablesOf(request.filledIn, request.database).catch(refuse);
      const execution = queries.start(request);
      if (input.ClientRequestToken) byToken.set(input.ClientRequestToken, execution);
      return { QueryExecutionId: execution.id };
    },
    GetQueryExecution: (input) => ({
      QueryExecution: describeExecution(find((input as Input).QueryExecutionId)),
    }),
    BatchGetQueryExecution(input) {
      const { QueryExecutionIds: ids = [] } = input as Input;
      const found = ids.flatMap((id) => queries.find(id) ?? []);
      const unknown = ids.filter((id) => !queries.find(id));
      return {
        QueryExecutions: found.map(describeExecution),
        UnprocessedQueryExecutionIds: unknown.map((id) => ({
          QueryExecutionId: id,
          ErrorCode: 'INVALID_INPUT',
          ErrorMessage: `QueryExecution ${id} was not found`,
        })),
      };
    },
    GetQueryResults(given) {
      const { QueryExecutionId, NextToken, MaxResults = 1_000 } = given as Input;
      const { state, completedAt, result } = find(QueryExecutionId);
      if (completedAt === undefined) throw invalid(`Query has not yet finished. Current state: ${state}`);
      if (state !== 'SUCCEEDED' || !result) {
        throw invalid(`Query did not finish successfully. Final query state: ${state}`);
      }
      if (MaxResults < 1 || MaxResults > 1_000)
        throw invalid('MaxResults is more than maximum allowed length 1000.');
      return pageOf(result, NextToken, MaxResults);
    },
    StopQueryExecution(input) {
      queries.stop(find((input as Input).QueryExecutionId));
    },
  };

  return createJsonService({
    name: 'athena',
    target: 'AmazonAthena',
    version: '1.1',
    actions,
    rights: (call) => rightsOf(call, queries, workGroups, context),
  });
}

/** What a call needs; nothing more for a request that is refused anyway. */
async function rightsOf(
  call: AwsCall,
  queries: Queries,
  workGroups: readonly WorkGroup[],
  context: RightsContext,
) {
  const input = call.body as Input;
  if (call.action === 'StartQueryExecution') {
    try {
      return await athenaRights(call.action, [readRequest(input, workGroups)], context);
    } catch (error) {
      if (error instanceof AwsError || error instanceof RefusedQuery) return [];
      throw error;
    }
  }
  const ids = [
    ...(input.QueryExecutionIds ?? []),
    ...(input.QueryExecutionId ? [input.QueryExecutionId] : []),
  ];
  const requests = ids.flatMap((id) => queries.find(id)?.request ?? []);
  return athenaRights(call.action, requests, context);
}

function readRequest(input: Input, workGroups: readonly WorkGroup[]): QueryRequest {
  const { QueryString: sql = '', ExecutionParameters: parameters = [], WorkGroup: name = 'primary' } = input;
  const workGroup = workGroups.find((each) => each.name === name);
  if (!workGroup) throw invalid(`WorkGroup ${name} is not found.`);
  const ofQuery = input.ResultConfiguration?.OutputLocation;
  const outputLocation = workGroup.isEnforced
    ? workGroup.outputLocation
    : (ofQuery ?? workGroup.outputLocation);
  if (!outputLocation) {
    throw invalid(
      'No output location provided. An output location is required either through the Workgroup result configuration setting or as an API input.',
    );
  }
  const { Enabled, MaxAgeInMinutes = 60 } =
    input.ResultReuseConfiguration?.ResultReuseByAgeConfiguration ?? {};
  return {
    sql,
    parameters,
    filledIn: fillInOrRefuse(sql, parameters),
    database: (input.QueryExecutionContext?.Database ?? 'default').toLowerCase(),
    workGroup,
    outputLocation,
    reuseMinutes: Enabled ? MaxAgeInMinutes : undefined,
  };
}

function fillInOrRefuse(sql: string, parameters: readonly string[]): string {
  try {
    return fillIn(sql, parameters);
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  throw error instanceof RefusedQuery ? invalid(error.message) : error;
}

function invalid(message: string): AwsError {
  return new AwsError('InvalidRequestException', message);
}
