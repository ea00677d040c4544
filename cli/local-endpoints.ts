import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, writePrivateJsonFile } from '../local/json-file.ts';

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

const nameOf = (dataDir: string) => join(dataDir, 'endpoints.json');

export function writeEndpoints(dataDir: string, endpoints: LocalEndpoints): void {
  writePrivateJsonFile(nameOf(dataDir), endpoints);
}

export function removeEndpoints(dataDir: string): void {
  rmSync(nameOf(dataDir), { force: true });
}

/** The local stack that runs on this folder now. A file left behind by one that was killed does not count. */
export function readEndpoints(dataDir = '.mailfold'): LocalEndpoints | undefined {
  const endpoints = readJsonFile<LocalEndpoints>(nameOf(dataDir));
  return endpoints && isAlive(endpoints.pid) ? endpoints : undefined;
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
