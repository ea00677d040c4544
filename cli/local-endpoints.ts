import { join } from 'node:path';
import { readJsonFile } from './read-json-file.ts';

/** How a running local stack is reached. */
export type LocalEndpoints = {
  readonly pid: number;
  readonly apiUrl: string;
  readonly region: string;
  readonly awsEndpoint: string;
  readonly dynamoDbEndpoint: string;
  readonly stackName: string;
  readonly outputs: Readonly<Record<string, string>>;
};

/** Where `npm start` writes them while it runs. */
export function endpointsFile(dataDir: string): string {
  return join(dataDir, 'endpoints.json');
}

/** The local stack that runs on this folder now. The file of a stack that was killed does not count. */
export function readEndpoints(dataDir: string): LocalEndpoints | undefined {
  const endpoints = readJsonFile<LocalEndpoints>(
    endpointsFile(dataDir),
    'stop `npm start` and start it again: it writes the file',
  );
  return endpoints && isAlive(endpoints.pid) ? endpoints : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
