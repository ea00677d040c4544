import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import middy from '@middy/core';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { DimensionSettings } from '../../core/dimension-settings.ts';
import { lakeHashes } from '../../lake/lake-hashes.ts';
import { s3Objects } from '../../lake/s3-objects.ts';
import type { TellingContext } from '../../lake/told-row.ts';
import { toldDimensions } from '../../providers/told-dimensions.ts';
import { factsInImage } from '../../store/stored-facts.ts';
import type { StreamRecord } from '../../store/stream-event.ts';
import { lakeClient } from '../lake-client.ts';
import { readEnvironment } from '../read-environment.ts';
import { historianVariables } from './environment.ts';
import { tellRecords } from './tell-records.ts';

const environment = readEnvironment(historianVariables, 'lib/event-lake.ts');
const logger = new Logger();
const secrets = new SecretsProvider({ awsSdkV3Client: new SecretsManagerClient({ maxAttempts: 2 }) });
const objects = s3Objects(lakeClient(), environment.LAKE_BUCKET);
const settings: DimensionSettings = JSON.parse(environment.DIMENSIONS);
const { isAlwaysTold, serverFields } = toldDimensions(settings, JSON.parse(environment.SOURCE_NAMES));

let context: Promise<TellingContext> | undefined;

/** The key never changes, so it is read once for the lifetime of this environment. */
function tellingContext(): Promise<TellingContext> {
  context ??= readOwnKey().then((ownKey) => ({
    hashes: lakeHashes(ownKey),
    settings,
    isAlwaysTold,
  }));
  // A failure is not kept: the next batch reads the key again.
  context.catch(() => {
    context = undefined;
  });
  return context;
}

async function readOwnKey(): Promise<string> {
  const ownKey = await secrets.get(environment.OWN_KEY_SECRET_NAME);
  // Hashes made with another key would be of other people.
  if (typeof ownKey !== 'string' || ownKey === '')
    throw new Error('expected the secret with the own key to have a value, found none');
  return ownKey;
}

export const handler = middy<DynamoDBStreamEvent, void>()
  .use(injectLambdaContext(logger))
  .handler(async ({ Records }) => {
    await tellRecords(Records as StreamRecord[], {
      context: await tellingContext(),
      objects,
      factsIn: (image) => factsInImage(image, serverFields),
      log: logger,
    });
  });
