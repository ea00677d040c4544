import { rmSync } from 'node:fs';
import { endpointsFile, type LocalEndpoints } from '../cli/local-endpoints.ts';
import {
  completeKeys,
  keysFile,
  type LocalKeys,
  mergeProviderKeys,
  readLocalKeys,
} from '../cli/local-keys.ts';
import { openApiDocument } from '../lambdas/api/openapi.ts';
import { writePrivateJsonFile } from '../local/json-file.ts';
import type { LocalStack } from '../local/local-stack.ts';
import type { LocalStackOptions } from '../local/options.ts';

/** What Mailfold adds to its template in a local run: keys to sign with, and the description of its API. */
type LocalFaces = {
  readonly providerKeys: LocalKeys;
  readonly options: Pick<LocalStackOptions, 'documents' | 'completeSecret'>;
};

/** The keys are kept in `dataDir`. Omit it for keys that last as long as the run. */
export async function localFaces(dataDir?: string): Promise<LocalFaces> {
  const providerKeys = dataDir ? await keepKeys(dataDir) : await completeKeys({});
  return {
    providerKeys,
    options: {
      documents: { '/openapi.json': openApiDocument() },
      completeSecret: (secret) => mergeProviderKeys(secret, providerKeys),
    },
  };
}

/** Tells the command line where the stack is. Returns how to take that back. */
export function announce(dataDir: string, stack: LocalStack): () => void {
  const { stackName, apiUrl, outputs, endpoints } = stack;
  const announced: LocalEndpoints = { pid: process.pid, apiUrl, ...endpoints, stackName, outputs };
  writePrivateJsonFile(endpointsFile(dataDir), announced);
  return () => rmSync(endpointsFile(dataDir), { force: true });
}

/** Removes what this file has written. */
export function clearFaces(dataDir: string): void {
  for (const file of [keysFile(dataDir), endpointsFile(dataDir)]) rmSync(file, { force: true });
}

async function keepKeys(dataDir: string): Promise<LocalKeys> {
  const kept = readLocalKeys(dataDir);
  const keys = await completeKeys(kept);
  if (Object.keys(keys).length > Object.keys(kept).length) writePrivateJsonFile(keysFile(dataDir), keys);
  return keys;
}
