import type { LakeKeeper, ObjectStore } from '../app/ports/lake.ts';
import type { DimensionSettings } from '../core/dimension-settings.ts';
import { lakeHashes } from '../lake/lake-hashes.ts';
import { lakeKeeper } from '../lake/lake-keeper.ts';
import { outputs } from '../lib/outputs.ts';
import { toldDimensions } from '../providers/told-dimensions.ts';
import { ownKeyReader } from './ports.ts';
import { exitCodes, Problem } from './problem.ts';
import { stackInWords, type Target } from './target.ts';

/** The lake of a stack; undefined when it has none. */
export async function lakeKeeperOf(target: Target): Promise<LakeKeeper | undefined> {
  if (!target.hasOutput(outputs.lakeBucketName)) return undefined;
  const ownKey = ownKeyReader(target);
  const settings = dimensionSettings(target);
  return lakeKeeper({
    objects: await lakeObjectsOf(target),
    context: async () => ({
      hashes: lakeHashes(await ownKey()),
      settings,
      isAlwaysTold: toldBy(target).isAlwaysTold,
    }),
    now: () => new Date(),
  });
}

/** For commands that are about the lake. */
export async function requiredLakeKeeper(target: Target): Promise<LakeKeeper> {
  const keeper = await lakeKeeperOf(target);
  if (keeper) return keeper;
  throw withoutLake(target);
}

export function withoutLake(target: Target): Problem {
  return new Problem(
    `${stackInWords(target)} has no lake; deploy it with the setting lake: true, then run \`mailfold lake backfill\``,
    exitCodes.failure,
  );
}

/** Which dimensions the stack can rely on, and where it finds a provider's server. */
export function toldBy(target: Target) {
  const sources = Object.keys(JSON.parse(target.output(outputs.standardWebhookSources)));
  return toldDimensions(dimensionSettings(target), sources);
}

function dimensionSettings(target: Target): DimensionSettings {
  return JSON.parse(target.output(outputs.lakeDimensions));
}

async function lakeObjectsOf(target: Target): Promise<ObjectStore> {
  // Loaded only here: most commands need no S3.
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { s3Objects } = await import('../lake/s3-objects.ts');
  return s3Objects(new S3Client(target.settings), target.output(outputs.lakeBucketName));
}
