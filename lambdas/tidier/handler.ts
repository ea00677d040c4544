import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { s3Objects } from '../../lake/s3-objects.ts';
import { lakeClient } from '../lake-client.ts';
import { readEnvironment } from '../read-environment.ts';
import { tidierVariables } from './environment.ts';
import { tidyLake } from './tidy-lake.ts';

const environment = readEnvironment(tidierVariables, 'lib/event-lake.ts');
const logger = new Logger();
const objects = s3Objects(lakeClient(), environment.LAKE_BUCKET);
const retentionDays =
  environment.LAKE_RETENTION_DAYS === '' ? undefined : Number(environment.LAKE_RETENTION_DAYS);

/** The longest that one merge can take. */
const reserveMillis = 120_000;

export const handler = middy<unknown, void>()
  .use(injectLambdaContext(logger))
  .handler(async (_, context) => {
    await tidyLake(objects, {
      now: new Date(),
      isTimeUp: () => context.getRemainingTimeInMillis() < reserveMillis,
      ...(retentionDays !== undefined && { retentionDays }),
      log: logger,
    });
  });
