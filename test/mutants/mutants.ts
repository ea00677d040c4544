import { appMutants } from './lists/app.ts';
import { consumerMutants } from './lists/consumer.ts';
import { coreMutants } from './lists/core.ts';
import { lakeMutants } from './lists/lake.ts';
import { localMutants } from './lists/local.ts';
import { providerMutants } from './lists/providers.ts';
import { receiverMutants } from './lists/receiver.ts';
import { storeMutants } from './lists/store.ts';
import { templateMutants } from './lists/templates.ts';
import type { Mutant } from './mutant.ts';

/** Changes to the code that at least one test must notice. */
export const mutants: readonly Mutant[] = [
  ...coreMutants,
  ...storeMutants,
  ...consumerMutants,
  ...receiverMutants,
  ...providerMutants,
  ...appMutants,
  ...lakeMutants,
  ...templateMutants,
  ...localMutants,
];
