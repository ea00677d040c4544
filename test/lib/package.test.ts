import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));
const appDir = mkdtempSync(join(tmpdir(), 'mailfold-app-'));
afterAll(() => rmSync(appDir, { recursive: true, force: true }));

/** The package as `npm pack` would create it, in the node_modules of another CDK app. */
function installPackage(): void {
  const modules = join(appDir, 'node_modules');
  mkdirSync(join(modules, 'mailfold'), { recursive: true });
  for (const name of readdirSync(join(projectDir, 'node_modules'))) {
    if (!name.startsWith('.')) symlinkSync(join(projectDir, 'node_modules', name), join(modules, name));
  }
  const tsc = join(projectDir, 'node_modules/typescript/bin/tsc');
  const outDir = join(modules, 'mailfold/dist');
  execFileSync(process.execPath, [tsc, '-p', join(projectDir, 'tsconfig.build.json'), '--outDir', outDir]);
  cpSync(join(projectDir, 'package.json'), join(modules, 'mailfold/package.json'));
  writeFileSync(join(appDir, 'package-lock.json'), '{}');
}

const app = `
import { App, Stack, Duration } from 'aws-cdk-lib';
import { Mailfold } from 'mailfold';
import { MailfoldClient } from 'mailfold/client';
const app = new App({ outdir: 'out' });
const stack = new Stack(app, 'Shop');
const mailfold = new Mailfold(stack, 'Mail', { dedupeWindow: Duration.days(20) });
if (!mailfold.webhookUrls.sendgrid) throw new Error('no URL for SendGrid');
new MailfoldClient({ url: 'https://abc.execute-api.eu-west-1.amazonaws.com' });
app.synth();
`;

describe('the package', () => {
  it('works as a construct in another CDK app, with its own bundles', () => {
    installPackage();
    writeFileSync(join(appDir, 'app.mjs'), app);
    execFileSync(process.execPath, ['app.mjs'], { cwd: appDir, stdio: 'pipe' });
    const template = JSON.parse(readFileSync(join(appDir, 'out/Shop.template.json'), 'utf8'));
    const functions = Object.values<{ Type: string; Properties: { Code: { S3Key: string } } }>(
      template.Resources,
    ).filter(({ Type }) => Type === 'AWS::Lambda::Function');
    expect(functions).toHaveLength(4);
    for (const { Properties } of functions) {
      const bundle = join(appDir, 'out', `asset.${Properties.Code.S3Key.replace('.zip', '')}`);
      expect(readdirSync(bundle).toSorted()).toEqual(['index.mjs', 'index.mjs.map']);
      const { sources } = JSON.parse(readFileSync(join(bundle, 'index.mjs.map'), 'utf8'));
      expect(sources).toContainEqual(expect.stringContaining('lambdas/replacements/credentials.js'));
      expect(sources).not.toContainEqual(expect.stringContaining('credential-provider-node'));
    }
  });
});
