import { operations } from '../api/operations.ts';
import { serve } from '../api/serve.ts';

export const handler = serve(operations.filter(({ writes }) => !writes));
