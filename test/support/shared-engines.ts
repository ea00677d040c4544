import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startDynamoDbLocal } from '../../local/dynamodb-local.ts';
import { synthesize } from '../../local/synthesize.ts';

import { plainStage } from './plain-stage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the synthesized template and bundles. */
    assemblyDir: string;
    dynamoDbEndpoint: string;
  }
}

/** Synthesis and Java take seconds to start, so all scenarios share them. Each stack has its own table names. */
export default async function startSharedEngines(project: TestProject) {
  const assemblyDir = mkdtempSync(join(tmpdir(), 'mailfold-scenarios-'));
  const [dynamoDb] = await Promise.all([
    startDynamoDbLocal({ quickStart: true }),
    synthesize(assemblyDir, new AbortController().signal, plainStage),
  ]);
  project.provide('assemblyDir', assemblyDir);
  project.provide('dynamoDbEndpoint', dynamoDb.endpoint);
  return async () => {
    await dynamoDb.stop();
    rmSync(assemblyDir, { recursive: true, force: true });
  };
}
