import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalKeys, loadProviderKeys, mergeProviderKeys } from '../cli/local-keys.ts';
import { openApiDocument } from '../lambdas/api/openapi.ts';
import type { LocalStackOptions } from '../local/options.ts';

/** What Mailfold adds to its template in a local run: keys to sign with, and the description of its API. */
export type LocalFaces = {
  readonly providerKeys: LocalKeys;
  readonly options: Pick<LocalStackOptions, 'documents' | 'completeSecret'>;
};

/** The keys are kept in `dataDir`. Omit it for keys of this run only. */
export async function localFaces(dataDir?: string): Promise<LocalFaces> {
  const providerKeys = await loadProviderKeys(dataDir && keysFile(dataDir));
  return {
    providerKeys,
    options: {
      documents: { '/openapi.json': openApiDocument() },
      completeSecret: (secret) => mergeProviderKeys(secret, providerKeys),
    },
  };
}

export function forgetKeys(dataDir: string): void {
  rmSync(keysFile(dataDir), { force: true });
}

/** The command line looks for it there, to sign what it sends. */
function keysFile(dataDir: string): string {
  return join(dataDir, 'provider-keys.json');
}
