import type { Lake } from '../app/ports/analytics.ts';
import { outputs } from '../lib/outputs.ts';
import { withoutLake } from './lake-keeper-of.ts';
import type { Target } from './target.ts';

/** The engine that answers questions to the lake of a stack: Athena, which the local stack plays with DuckDB. */
export async function lakeOf(target: Target): Promise<Lake> {
  if (!target.hasOutput(outputs.lakeWorkGroupName)) throw withoutLake(target);
  // Loaded only here: most commands need no Athena.
  const [{ AthenaClient }, { athenaLake }] = await Promise.all([
    import('@aws-sdk/client-athena'),
    import('../lake/athena-lake.ts'),
  ]);
  return athenaLake({
    client: new AthenaClient(target.settings),
    workGroup: target.output(outputs.lakeWorkGroupName),
    database: target.output(outputs.lakeDatabaseName),
  });
}
