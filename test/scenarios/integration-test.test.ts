import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type LocalStack, startLocalStack } from '../../local/local-stack.ts';
import { synthesize } from '../../local/synthesize.ts';
import { integration, plan } from '../integ/integration.ts';
import { steps } from '../integ/steps.ts';
import { type Subject, settingsFile } from '../integ/subject.ts';
import { findAsDeployed } from '../support/as-deployed.ts';
import { dynamoDbEndpoint } from '../support/dynamodb.ts';

const folder = mkdtempSync(join(tmpdir(), 'mailfold-integ-local-'));
const stackName = `MailfoldInteg-${randomBytes(4).toString('hex')}`;
let stack: LocalStack | undefined;
let forgetEndpoint = () => {};

afterAll(async () => {
  forgetEndpoint();
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A stack on this machine that is found as if it were deployed. The steps are those of `npm run integ`. */
function localSubject(): Subject {
  const config = join(folder, 'mailfold.config.mjs');
  const assemblyDir = join(folder, 'cdk.out');
  writeFileSync(config, settingsFile(stackName));
  // As in the repository: a function of the CDK is CommonJS all the same.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return {
    stackName,
    config,
    account: {},
    async deploy() {
      await synthesize(assemblyDir, new AbortController().signal, { config });
      stack = await startLocalStack({
        assemblyDir,
        dynamoDbEndpoint: dynamoDbEndpoint(),
        interceptDynamoDb: true,
        // Longer than a function takes to start on a loaded machine: one delivery is all that this stack grants.
        visibilitySeconds: 10,
        concurrency: 1,
      });
      forgetEndpoint = findAsDeployed(stack, 'KIM');
    },
    async destroy() {
      await stack?.stop();
    },
    leftovers: async () => [],
  };
}

// It bundles and starts a stack of its own, which takes long on a loaded machine.
describe('the integration test', { timeout: 240_000 }, () => {
  it('passes on the local stack, step by step as on AWS, and destroys the stack', async () => {
    const shown: string[] = [];
    await integration(localSubject(), async (title, work) => {
      shown.push(title);
      return work();
    });
    expect(shown).toEqual([
      'deploy the stack',
      ...steps.map(({ title }) => title),
      expect.stringContaining('destroy'),
    ]);
    const said = [...(stack?.logs.values() ?? [])].flat().map(({ text }) => text);
    expect(said.filter((text) => text.includes('is not defined'))).toEqual([]);
  });

  it('destroys the stack after a failure too, and tells the failure', async () => {
    const shown: string[] = [];
    const failing: Subject = {
      ...localSubject(),
      deploy: () => Promise.reject(new Error('no credentials')),
      destroy: () => Promise.reject(new Error('nothing to destroy')),
    };
    const run = integration(failing, async (title, work) => {
      shown.push(title);
      return work();
    });
    await expect(run).rejects.toThrow('no credentials');
    expect(shown.at(-1)).toContain('destroy the stack');
  });

  it('complains about what is left', async () => {
    const leaving: Subject = {
      ...localSubject(),
      deploy: async () => {},
      destroy: async () => {},
      leftovers: async () => ['table MailfoldInteg-Messages'],
    };
    const onlyDestroying = async <Result>(title: string, work: () => Promise<Result>) =>
      title.startsWith('destroy') ? work() : (undefined as Result);
    await expect(integration(leaving, onlyDestroying)).rejects.toThrow('found table MailfoldInteg-Messages');
  });

  it('shows its plan and its cost without touching anything', () => {
    const lines = plan('MailfoldInteg-1').join('\n');
    for (const { title } of steps) expect(lines).toContain(title);
    expect(lines).toMatch(/costs at most \$\d\.\d\d/);
  });
});
