import { Duration, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { StatsEnvironment } from '../lambdas/api-stats/environment.ts';
import { addApiRoutes } from './api-routes.ts';
import type { CanaryRollout } from './canary-rollout.ts';
import type { EventLake } from './event-lake.ts';
import { eventsPrefix, permitPrefixes, resultsPrefix } from './lake-bucket.ts';
import { LambdaFunction } from './lambda-function.ts';

export interface StatsApiProps {
  readonly api: HttpApi;
  readonly lake: EventLake;
  readonly logRetention: RetentionDays;
  readonly rollout?: CanaryRollout;
  readonly encryptionKey?: IKey;
}

/** The route for statistics. A function of its own: it may ask the lake, and can reach no table, queue or key. */
export class StatsApi extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, { api, lake, ...props }: StatsApiProps) {
    super(scope, id);
    this.function = new LambdaFunction(this, 'Function', {
      folder: 'api-stats',
      description: 'Mailfold: serves the API route for statistics',
      // It waits for Athena most of the time. CPU grows with memory, and a person waits for a cold start.
      memoryMb: 512,
      // API Gateway waits for 30 seconds.
      timeout: Duration.seconds(28),
      environment: {
        LAKE_WORK_GROUP: lake.catalog.workGroupName,
        LAKE_DATABASE: lake.catalog.databaseName,
      } satisfies StatsEnvironment,
      countsFailures: true,
      ...props,
    });
    lake.grantQuery(this.function);
    permitPrefixes(this.function, lake.bucket, [eventsPrefix, resultsPrefix]);
    Validations.of(this.function).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        'Lambda uses a dead-letter queue for asynchronous calls only. API Gateway waits for the answer, and the caller gets the error.',
    });
    addApiRoutes(api, { stats: this.function.live });
  }
}
