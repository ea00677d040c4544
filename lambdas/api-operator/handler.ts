import { operatorOperations } from '../api/operator-operations.ts';
import { serve } from '../api/serve.ts';
import { operatorPortsFromEnvironment } from './operator-ports.ts';

export const handler = serve(operatorOperations, operatorPortsFromEnvironment());
