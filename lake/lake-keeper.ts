import type { LakeKeeper, ObjectStore } from '../app/ports/lake.ts';
import { forgetPerson } from './forget-person.ts';
import { inventoryOf } from './inventory.ts';
import { tell } from './tell.ts';
import type { TellingContext } from './told-row.ts';

type Dependencies = {
  readonly objects: ObjectStore;
  /** Read only when addresses have to be hashed. */
  readonly context: () => Promise<TellingContext>;
  readonly now: () => Date;
};

/** Implements the port of the use cases on a bucket. */
export function lakeKeeper({ objects, context, now }: Dependencies): LakeKeeper {
  return {
    inventory: () => inventoryOf(objects, now()),
    tell: async (events) => tell(events, await context(), objects),
    async forget(address, onLook) {
      const { hashes } = await context();
      return forgetPerson(objects, hashes.person(address), now(), onLook);
    },
  };
}
