import { providerMutants } from './lists/providers.ts';
import { receiverMutants } from './lists/receiver.ts';
import { storeMutants } from './lists/store.ts';
import type { Mutant } from './mutant.ts';

/** Changes to the code that at least one test must notice. */
export const mutants: readonly Mutant[] = [...storeMutants, ...receiverMutants, ...providerMutants];
