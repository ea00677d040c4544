import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const biome = fileURLToPath(new URL('../../node_modules/.bin/biome', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const config = JSON.parse(readFileSync(new URL('../../biome.json', import.meta.url), 'utf8'));

const permitted = [
  ['core/x.ts', './ids.ts'],
  ['app/x.ts', '../core/ids.ts'],
  ['app/audit/x.ts', '../ports/audit.ts'],
  ['providers/x.ts', './provider.ts'],
  ['providers/y.ts', 'node:zlib'],
  ['providers/resend/x.ts', '../../core/ids.ts'],
  ['providers/resend/manifest.ts', '../manifest.ts'],
  ['store/x.ts', '../app/ports/store.ts'],
  ['store/y.ts', '@aws-sdk/lib-dynamodb'],
  ['queue/x.ts', '../providers/provider.ts'],
  ['lake/x.ts', '../app/ports/lake.ts'],
  ['lake/y.ts', 'hyparquet-writer'],
  ['lake/sql/x.ts', '../told-columns.ts'],
  ['fanout/x.ts', '../app/ports/webhooks.ts'],
  ['fanout/y.ts', '../providers/standard-signature.ts'],
  ['lib/w.ts', '../fanout/target-url.ts'],
  ['lib/v.ts', '../store/event-prefix.ts'],
  ['lambdas/consumer/x.ts', '../../store/keys.ts'],
  ['lambdas/console-files/x.ts', '../../serving/static-files.ts'],
  ['lambdas/api/openapi/x.ts', '../../../core/ids.ts'],
  ['lambdas/api/openapi/y.ts', '../../metrics.ts'],
  ['lambdas/x.ts', '../app/answer.ts'],
  ['lambdas/y.ts', '@aws-lambda-powertools/logger'],
  ['lib/x.ts', '../lambdas/consumer/environment.ts'],
  ['lib/y.ts', '../providers/manifests.ts'],
  ['lib/z.ts', '../lake/told-columns.ts'],
  ['local/x.ts', '@aws-sdk/client-sqs'],
  ['local/runners/x.ts', '../s3/s3-service.ts'],
  ['local/athena/x.ts', '@duckdb/node-api'],
  ['cli/commands/x.ts', '../../lib/outputs.ts'],
  ['cli/commands/dlq/x.ts', '../../ui/text.ts'],
  ['cli/commands/dlq/y.ts', '../../../app/redrive.ts'],
  ['cli/x.ts', '../lib/project-folder.ts'],
  ['cli/y.ts', 'commander'],
  ['cli/console/x.ts', '../../client/sign.ts'],
  ['serving/x.ts', 'node:fs'],
  ['client/x.ts', './api.ts'],
  ['client/y.ts', '@aws-sdk/credential-provider-node'],
  ['deploy/x.ts', '../lib/stages.ts'],
  ['deploy/y.ts', '@aws-sdk/client-cloudformation'],
  ['console/x.ts', './types.ts'],
  ['console/pages/x.ts', '../ui/icon.tsx'],
  ['console/pages/y.ts', 'preact/hooks'],
  ['console/types.ts', '../client/api.ts'],
  ['console/build/x.ts', 'vite'],
  ['bin/x.ts', '../local/local-stack.ts'],
  ['bin/y.ts', '../lambdas/api/openapi.ts'],
  ['bin/z.ts', '../lambdas/api/openapi/client-source.ts'],
] as const;

const refused = [
  ['core/a.ts', 'node:crypto', 'no clock and no network'],
  ['core/b.ts', '../store/keys.ts', 'no clock and no network'],
  ['app/a.ts', '../store/keys.ts', 'sees the core and its ports'],
  ['app/b.ts', 'node:fs', 'sees the core and its ports'],
  ['app/audit/a.ts', '../../store/keys.ts', 'sees the core and its ports'],
  ['app/audit/deep/a.ts', '../../../store/keys.ts', 'sees the core and its ports'],
  ['providers/a.ts', '../queue/envelope.ts', 'knows the core, node:crypto and node:zlib'],
  ['providers/resend/a.ts', '../postmark/outcomes.ts', 'A provider is one folder'],
  ['providers/resend/deep/a.ts', '../../../queue/envelope.ts', 'A provider is one folder'],
  ['providers/resend/deep/b.ts', '../../postmark/verify.ts', 'A provider is one folder'],
  ['providers/ses/manifest.ts', './verify.ts', 'A manifest is data'],
  ['store/a.ts', '../providers/provider.ts', 'The store knows'],
  ['store/b.ts', '../app/forget.ts', 'The store knows'],
  ['queue/a.ts', '../providers/normalizers.ts', 'The queue knows'],
  ['lake/a.ts', '../store/keys.ts', 'The lake knows'],
  ['lake/b.ts', '../app/stats.ts', 'The lake knows'],
  ['lake/c.ts', '@aws-sdk/client-dynamodb', 'The lake knows'],
  ['lake/other/a.ts', '../../store/keys.ts', 'The lake knows'],
  ['lake/sql/deep/a.ts', 'hyparquet', 'SQL is text'],
  ['lake/sql/a.ts', '@aws-sdk/client-athena', 'SQL is text'],
  ['lake/told-columns.ts', 'hyparquet', 'it imports nothing'],
  ['fanout/a.ts', '../store/delivery-log.ts', 'What tells other programs'],
  ['fanout/b.ts', '@aws-sdk/lib-dynamodb', 'What tells other programs'],
  ['fanout/target-url.ts', './post-webhook.ts', 'it imports little'],
  ['lib/d.ts', '../fanout/event-schema.ts', 'Synthesizing loads no function'],
  ['lambdas/consumer/a.ts', '../../cli/target.ts', 'What runs in Lambda'],
  ['lambdas/b.ts', 'aws-cdk-lib', 'What runs in Lambda'],
  ['lambdas/c.ts', '../cli/target.ts', 'What runs in Lambda'],
  ['lambdas/consumer/b.ts', '../../deploy/main.ts', 'What runs in Lambda'],
  ['lambdas/consumer/c.ts', '../../console/types.ts', 'What runs in Lambda'],
  ['lambdas/consumer/d.ts', 'vitest', 'What runs in Lambda'],
  ['lambdas/api/openapi/a.ts', 'express', 'What runs in Lambda'],
  ['lambdas/api/openapi/b.ts', '../../../lib/mailfold.ts', 'What runs in Lambda'],
  ['lambdas/api/openapi/deep/a.ts', '../../../../cli/target.ts', 'What runs in Lambda'],
  ['lambdas/consumer/consume.ts', '@aws-sdk/client-sqs', 'decides and its handler wires'],
  ['lambdas/receiver/receive.ts', 'aws-cdk-lib', 'decides and its handler wires'],
  ['lambdas/consumer/environment.ts', './consume.ts', 'imports nothing of either'],
  ['lambdas/api/a.ts', '@aws-sdk/lib-dynamodb', 'calls are in store/'],
  ['lambdas/api/routes.ts', './schemas.ts', 'it imports nothing'],
  ['store/event-prefix.ts', './keys.ts', 'it imports nothing'],
  ['lib/e.ts', '../store/keys.ts', 'Synthesizing loads no function'],
  ['lib/a.ts', '../providers/verifiers.ts', 'Synthesizing loads no function'],
  ['lib/b.ts', '../lambdas/api/schemas.ts', 'Synthesizing loads no function'],
  ['lib/c.ts', '../lake/parquet.ts', 'Synthesizing loads no function'],
  ['local/a.ts', '../providers/manifests.ts', 'knows nothing of mail'],
  ['local/runners/a.ts', '../../core/ids.ts', 'knows nothing of mail'],
  ['local/athena/deep/a.ts', '../../../core/ids.ts', 'knows nothing of mail'],
  ['serving/a.ts', '../core/ids.ts', 'knows files and headers alone'],
  ['cli/console/a.ts', '../../client/mailfold-client.ts', 'A command calls use cases'],
  ['cli/a.ts', '@aws-sdk/client-dynamodb', 'calls are in store/'],
  ['cli/commands/a.ts', '../../lambdas/metrics.ts', 'A command calls use cases'],
  ['cli/c.ts', 'aws-cdk-lib', 'A command calls use cases'],
  ['cli/d.ts', '../deploy/main.ts', 'A command calls use cases'],
  ['cli/commands/d.ts', 'vitest', 'A command calls use cases'],
  ['cli/commands/dlq/a.ts', 'express', 'A command calls use cases'],
  ['cli/commands/dlq/deep/a.ts', '../../../../console/types.ts', 'A command calls use cases'],
  ['cli/commands/b.ts', '../../local/clients.ts', 'A command calls use cases'],
  ['cli/commands/c.ts', '../../lib/mailfold.ts', 'A command calls use cases'],
  ['client/a.ts', '../core/ids.ts', 'The client is light'],
  ['client/b.ts', '../lambdas/api/schemas.ts', 'The client is light'],
  ['client/c.ts', 'zod', 'The client is light'],
  ['client/d.ts', 'node:crypto', 'The client is light'],
  ['deploy/a.ts', '../lib/mailfold-stack.ts', 'knows the constructs'],
  ['deploy/b.ts', '@aws-sdk/client-sqs', 'knows the constructs'],
  ['console/a.ts', '../client/api.ts', 'The console is light'],
  ['console/pages/a.ts', '../../core/ids.ts', 'The console is light'],
  ['console/pages/b.ts', 'zod', 'The console is light'],
  ['console/build/a.ts', '../../local/clients.ts', 'The build of the console'],
  ['console/build/deep/a.ts', '../../../local/clients.ts', 'The build of the console'],
  ['bin/a.ts', '@aws-sdk/lib-dynamodb', 'A program only starts'],
  ['bin/b.ts', '../core/ids.ts', 'A program only starts'],
  ['bin/c.ts', '../store/keys.ts', 'A program only starts'],
  ['cli/b.ts', '@aws-sdk/client-dynamodb-streams', 'calls are in store/'],
  ['lambdas/api/b.ts', '@aws-sdk/client-dynamodb-streams', 'calls are in store/'],
] as const;

const permittedCode = [
  ['core/moment.ts', 'new Date(0).toISOString()'],
  ['core/code-x.ts', 'new Intl.NumberFormat().format(1)'],
  ['app/code-x.ts', 'new Date(0).toISOString()'],
] as const;

const refusedCode = [
  ['core/code-a.ts', 'Date.now()'],
  ['core/code-b.ts', 'new Date()'],
  ['core/code-c.ts', "fetch('https://example.com')"],
  ['core/code-d.ts', 'performance.now()'],
  ['core/code-e.ts', 'process.env'],
  ['core/code-f.ts', 'crypto.randomUUID()'],
  ['core/code-g.ts', "new WebSocket('wss://example.com')"],
  ['core/code-h.ts', 'globalThis.process'],
  ['core/code-i.ts', 'navigator.hardwareConcurrency'],
] as const;

/** A tree with one file for each import, under this repository's rules. */
const tree = mkdtempSync(join(tmpdir(), 'mailfold-tree-'));
let complaints: Map<string, string>;

beforeAll(() => {
  const { $schema: _, vcs: __, ...rules } = config;
  writeFileSync(join(tree, 'biome.json'), JSON.stringify({ root: true, ...rules }));
  for (const [file, imported] of [...permitted, ...refused]) {
    mkdirSync(join(tree, dirname(file)), { recursive: true });
    writeFileSync(join(tree, file), `import { QueryCommand } from '${imported}';\n\nQueryCommand();\n`);
  }
  for (const [file, code] of [...permittedCode, ...refusedCode])
    writeFileSync(join(tree, file), `export const found = ${code};\n`);
  const words = [
    'lint',
    '--only=style/noRestrictedImports',
    '--only=style/noRestrictedGlobals',
    '--reporter=json',
    '--max-diagnostics=none',
    '.',
  ];
  const { stdout } = spawnSync(process.execPath, [biome, ...words], { cwd: tree, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { location: { path: string }; message: string }[];
  };
  complaints = new Map(diagnostics.map(({ location, message }) => [location.path, JSON.stringify(message)]));
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe('a file', () => {
  it.each(permitted)('%s imports %s', (file) => {
    expect(complaints.get(file)).toBeUndefined();
  });

  it.each(refused)('%s must not import %s, and the message says why', (file, _, reason) => {
    expect(complaints.get(file)).toContain(reason);
  });

  it.each(permittedCode)('%s uses %s', (file) => {
    expect(complaints.get(file)).toBeUndefined();
  });

  it.each(refusedCode)('%s must not use %s', (file, code) => {
    expect(complaints.get(file)).toContain(`global variable ${/[a-zA-Z]{5,}|Date/.exec(code)?.[0]}`);
  });

  // A rule of the linter denies a global as a whole, and the core needs the rest of Math.
  it('of the core draws no random numbers', () => {
    const core = globSync('core/**/*.ts', { cwd: root });
    expect(core).not.toEqual([]);
    expect(core.filter((path) => readFileSync(join(root, path), 'utf8').includes('.random'))).toEqual([]);
  });

  it('is under a rule in every folder of the tree', () => {
    const folders = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /^\w+$/.test(entry.name))
      .map(({ name }) => name)
      .filter((name) => !['bench', 'coverage', 'dist', 'docs', 'node_modules', 'test'].includes(name));
    const ruled = new Set([...complaints.keys()].map((file) => file.split('/')[0]));
    expect([...ruled].toSorted()).toEqual(folders.toSorted());
  });
});
