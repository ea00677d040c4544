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

/** What Mailfold adds to a local run of its template: keys to sign with, and its OpenAPI document. */
type LocalFaces = {
  readonly providerKeys: LocalKeys;
  readonly options: Pick<LocalStackOptions, 'documents' | 'completeSecret'>;
};

/** Keeps the keys in `dataDir`. Omit it for keys that end with the run. */
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

/** Tells the command line where the stack is. Returns a function that takes it back. */
export function announce(dataDir: string, stack: LocalStack): () => void {
  writePrivateJsonFile(endpointsFile(dataDir), endpointsOf(stack));
  return () => rmSync(endpointsFile(dataDir), { force: true });
}

/** How the command line and the console reach the stack. */
export function endpointsOf({ stackName, apiUrl, outputs, endpoints }: LocalStack): LocalEndpoints {
  return { pid: process.pid, apiUrl, ...endpoints, stackName, outputs };
}

/** Deletes the files that this module writes. */
export function clearFaces(dataDir: string): void {
  for (const file of [keysFile(dataDir), endpointsFile(dataDir)]) rmSync(file, { force: true });
}

async function keepKeys(dataDir: string): Promise<LocalKeys> {
  const kept = readLocalKeys(dataDir);
  const keys = await completeKeys(kept);
  if (Object.keys(keys).length > Object.keys(kept).length) writePrivateJsonFile(keysFile(dataDir), keys);
  return keys;
}
