import { CannotStart } from '../cannot-start.ts';
import { atMost, identityOf } from '../identity.ts';
import type { LocalResource, Runner } from '../runner.ts';
import { bucketType, type ObjectFiles, openObjectFiles } from '../s3/object-files.ts';
import { bucketArn } from '../s3/s3-rights.ts';
import { createS3Service } from '../s3/s3-service.ts';
import { queues } from './queues.ts';

/** Creates the template's buckets, in the same emulator as the queues. Lifecycle rules have no effect. */
export const buckets: Runner<ObjectFiles> = {
  types: [bucketType],
  keeps: ['objects'],
  identify({ generatedName, property }) {
    const name = property<string>('BucketName') ?? atMost(63, generatedName.toLowerCase());
    const domain = `${name}.s3.amazonaws.com`;
    const attributes = { DomainName: domain, RegionalDomainName: domain };
    return identityOf(name, bucketArn(name), { attributes });
  },
  async start(resources, run) {
    const emulator = run.started(queues);
    run.serve(createS3Service(emulator));
    for (const bucket of resources) {
      refuseNotifications(bucket);
      await emulator.createBucket(bucket.name);
    }
    return openObjectFiles(emulator.objectsDir);
  },
};

function refuseNotifications({ logicalId, property }: LocalResource): void {
  if (!property('NotificationConfiguration')) return;
  throw new CannotStart(
    `${logicalId} has a NotificationConfiguration; buckets of the local stack notify nobody, so leave it out`,
  );
}
