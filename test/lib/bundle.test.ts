import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiverBudget } from '../../bench/receiver-budget.ts';
import { announcerVariables } from '../../lambdas/announcer/environment.ts';
import { apiVariables } from '../../lambdas/api/environment.ts';
import { statsVariables } from '../../lambdas/api-stats/environment.ts';
import { consumerVariables } from '../../lambdas/consumer/environment.ts';
import { historianVariables } from '../../lambdas/historian/environment.ts';
import { receiverVariables } from '../../lambdas/receiver/environment.ts';
import { senderVariables } from '../../lambdas/sender/environment.ts';
import { tidierVariables } from '../../lambdas/tidier/environment.ts';
import { MailfoldStack } from '../../lib/index.ts';
import { anApp } from './synthesize.ts';

const outdir = mkdtempSync(join(tmpdir(), 'mailfold-bundle-'));
const bundles: Record<string, string> = {};

beforeAll(() => {
  const app = anApp({}, { outdir });
  const { stackName } = new MailfoldStack(app, 'Mailfold', {
    settings: { webhooks: [{ name: 'shop', url: 'https://shop.example.com/hooks' }] },
  });
  const { Resources } = app.synth().getStackByName(stackName).template;
  for (const { Environment, Code } of propertiesOfFunctions(Resources)) {
    bundles[Environment.Variables.POWERTOOLS_SERVICE_NAME] = join(
      outdir,
      `asset.${Code.S3Key.replace('.zip', '')}`,
    );
  }
});

type FunctionProperties = {
  Environment: { Variables: { POWERTOOLS_SERVICE_NAME: string } };
  Code: { S3Key: string };
};

function propertiesOfFunctions(resources: Record<string, { Type: string; Properties: FunctionProperties }>) {
  const functions = Object.values(resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
  return functions.map(({ Properties }) => Properties);
}

afterAll(() => rmSync(outdir, { recursive: true }));

const sourcesOf = (bundle: string): string[] =>
  JSON.parse(readFileSync(join(bundle, 'index.mjs.map'), 'utf8')).sources;

/** Parts of the SDK that never run in our functions; see docs/decisions/small-bundles.md. */
const neverRun = /credential-provider-(?!env)|nested-clients|token-providers|event-streams\/event|mnemonist/;

describe.each([
  ['receiver', receiverVariables],
  ['consumer', consumerVariables],
  ['api-reader', apiVariables],
  ['api-writer', apiVariables],
  ['api-stats', statsVariables],
  ['historian', historianVariables],
  ['tidier', tidierVariables],
  ['announcer', announcerVariables],
  ['sender', senderVariables],
])('the bundle of the %s', (folder, variables) => {
  const bundle = () => bundles[`mailfold-${folder}`] ?? 'no bundle';

  it('is one ES module and its source map, without the sources', () => {
    expect(readdirSync(bundle()).sort()).toEqual(['index.mjs', 'index.mjs.map']);
    expect(readFileSync(join(bundle(), 'index.mjs'), 'utf8')).toContain('//# sourceMappingURL=index.mjs.map');
    expect(sourcesOf(bundle())).toContainEqual(expect.stringContaining(`lambdas/${folder}/handler.ts`));
    expect(JSON.parse(readFileSync(join(bundle(), 'index.mjs.map'), 'utf8'))).not.toHaveProperty(
      'sourcesContent',
    );
  });

  it('reads its credentials from variables, and contains no code that never runs', () => {
    expect(sourcesOf(bundle())).toContainEqual(expect.stringContaining('credential-provider-env'));
    expect(sourcesOf(bundle()).filter((source) => neverRun.test(source))).toEqual([]);
  });

  it('starts on its own, far from node_modules, and has a handler', () => {
    const script = `console.log(typeof (await import(${JSON.stringify(pathToFileURL(join(bundle(), 'index.mjs')))})).handler)`;
    const env = Object.fromEntries(variables.map((name) => [name, name === 'ENDPOINTS' ? '[]' : '30']));
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: outdir,
      env: { ...env, AWS_REGION: 'eu-west-1' },
      encoding: 'utf8',
    });
    expect(printed.trim()).toBe('function');
  });
});

describe.each(['announcer', 'sender'])('the bundle of the %s', (folder) => {
  it('contains no schema: it takes their types alone', () => {
    const sources = sourcesOf(bundles[`mailfold-${folder}`] ?? 'no bundle');
    expect(sources.filter((source) => /zod|event-schema/.test(source))).toEqual([]);
  });
});

describe('the bundle of the receiver', () => {
  it('contains no normalizer and no profile: it verifies, and neither reads events nor explains providers', () => {
    const bundle = bundles['mailfold-receiver'] ?? 'no bundle';
    // The SDK has files of such names too, in JavaScript.
    const foreign = /(normalize|profiles|simulat)[\w-]*\.ts$/;
    expect(sourcesOf(bundle).filter((source) => foreign.test(source))).toEqual([]);
    // A profile stands in the same file as the manifest, and must not come along.
    expect(readFileSync(join(bundle, 'index.mjs'), 'utf8')).not.toContain('givesUpAfter');
  });

  it('has at most what the SDK and each provider are allowed; `npm run bench -- bundle` shows what it is made of', () => {
    const { size } = statSync(join(bundles['mailfold-receiver'] ?? 'no bundle', 'index.mjs'));
    expect(size).toBeLessThanOrEqual(receiverBudget);
  });
});
