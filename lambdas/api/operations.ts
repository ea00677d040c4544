import type { Operation } from './define.ts';
import { operatorDefinitions, operatorOperations } from './operator-operations.ts';
import { statsDefinitions, statsOperations } from './stats-operations.ts';
import { storeDefinitions, storeOperations } from './store-operations.ts';

/** Each function has the routes that its rights are for; the description of the API has all. */
const definitions = { ...storeDefinitions, ...operatorDefinitions, ...statsDefinitions };
export type Definitions = typeof definitions;

export const operations: readonly Operation[] = [
  ...storeOperations,
  ...operatorOperations,
  ...statsOperations,
];
