import { serve } from '../api/serve.ts';
import { storeOperations } from '../api/store-operations.ts';
import { storePortsFromEnvironment } from '../api/store-ports.ts';

export const handler = serve(
  storeOperations.filter(({ servedBy }) => servedBy === 'writer'),
  storePortsFromEnvironment(),
);
