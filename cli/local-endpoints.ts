import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** The local stack that runs on this folder now. A file left behind by one that was killed does not count. */
export function readEndpoints(dataDir: string): LocalEndpoints | undefined {
  let text: string;
  try {
    text = readFileSync(endpointsFile(dataDir), 'utf8');
  } catch {
    return undefined;
  }
  const endpoints = JSON.parse(text) as LocalEndpoints;
  return isAlive(endpoints.pid) ? endpoints : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
