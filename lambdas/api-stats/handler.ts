import { AthenaClient } from '@aws-sdk/client-athena';
import { athenaLake } from '../../lake/athena-lake.ts';
import { lakeAnalytics } from '../../lake/lake-analytics.ts';
import { clientSettings } from '../api/client-settings.ts';
import { serve } from '../api/serve.ts';
import { statsOperations } from '../api/stats-operations.ts';
import { readEnvironment } from '../read-environment.ts';
import { statsVariables } from './environment.ts';

const environment = readEnvironment(statsVariables, 'lib/stats-api.ts');
const lake = athenaLake({
  client: new AthenaClient(clientSettings),
  workGroup: environment.LAKE_WORK_GROUP,
  database: environment.LAKE_DATABASE,
});

/** Within the time of the function, which leaves time to stop the query. */
const longestQueryMillis = 20_000;

export const handler = serve(statsOperations, {
  analyticsWithin: (maxAgeMinutes) =>
    lakeAnalytics(lake, {
      ...(maxAgeMinutes > 0 && { maxAgeMinutes }),
      signal: AbortSignal.timeout(longestQueryMillis),
    }),
  now: () => new Date(),
});
