import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack as CdkStack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localFaces } from '../../bin/local-faces.ts';
import { Mailfold } from '../../lib/index.ts';
import { type LocalStack, startLocalStack } from '../../local/local-stack.ts';
import { anApp } from '../lib/synthesize.ts';
import { findAsDeployed } from '../support/as-deployed.ts';
import { commandLine } from '../support/command-line.ts';
import { dynamoDbEndpoint } from '../support/dynamodb.ts';

const assemblyDir = mkdtempSync(join(tmpdir(), 'mailfold-own-app-'));
const dataDir = mkdtempSync(join(tmpdir(), 'mailfold-own-app-data-'));
let stack: LocalStack;
let forgetEndpoint: () => void;

/** Somebody's own app: a Mailfold beside other things, with a domain name, canary rollouts and a prefix for its outputs. */
function synthesizeShop(): void {
  const app = anApp({}, { outdir: assemblyDir });
  const shop = new CdkStack(app, 'Shop');
  const mailfold = new Mailfold(shop, 'Mail', {
    rollout: 'canary',
    domainName: 'hooks.example.com',
    certificate: Certificate.fromCertificateArn(
      shop,
      'Certificate',
      'arn:aws:acm:us-east-1:000000000000:certificate/0123',
    ),
  });
  mailfold.addOutputs({ prefix: 'Mail' });
  app.synth();
}

beforeAll(async () => {
  synthesizeShop();
  // Where `send` finds the keys to sign with.
  process.env['MAILFOLD_DIR'] = dataDir;
  stack = await startLocalStack({
    assemblyDir,
    dynamoDbEndpoint: dynamoDbEndpoint(),
    namePrefix: `t${randomBytes(4).toString('hex')}-`,
    interceptDynamoDb: true,
    visibilitySeconds: 1,
    concurrency: 1,
    ...(await localFaces(dataDir)).options,
  });
  forgetEndpoint = findAsDeployed(stack, 'KIM');
});
afterAll(async () => {
  forgetEndpoint?.();
  await stack?.stop();
  for (const folder of [assemblyDir, dataDir]) rmSync(folder, { recursive: true, force: true });
});

async function onShop(...words: string[]) {
  const { exitCode, out, error } = await commandLine(...words, '--stack', 'Shop');
  return { exitCode, out, error };
}

describe("a Mailfold in somebody's own CDK app", () => {
  it('is found by the command line, although its outputs have a prefix', async () => {
    expect(Object.keys(stack.outputs)).toContain('MailApiUrl');
    const { exitCode, out } = await onShop('urls', 'sendgrid', '--json');
    expect([exitCode, JSON.parse(out)[0].url]).toEqual([0, `${stack.apiUrl}/webhooks/sendgrid`]);
  });

  it('processes an event through the aliases of its functions', async () => {
    const sent = await onShop('send', 'sendgrid', 'hard_bounce', '--to', 'a@example.com', '--message', 'm1');
    expect(sent).toMatchObject({ exitCode: 0, error: '' });
    const { out } = await onShop('status', 'm1', '--json');
    expect(JSON.parse(out)).toMatchObject({ messageId: 'm1' });
    expect(await onShop('suppressions', 'check', 'a@example.com')).toMatchObject({ exitCode: 1 });
  });

  it('is examined by doctor, which finds the mapping of the alias and names the way to deploy', async () => {
    const { out } = await onShop('doctor', '--json');
    const { findings }: { findings: { what: string; state: string }[] } = JSON.parse(out);
    const stateOf = (what: string) => findings.find((each) => each.what === what)?.state;
    expect([stateOf('API'), stateOf('consumer'), stateOf('dead letters')]).toEqual(['well', 'well', 'well']);
  });

  it('has no local effect where CodeDeploy, certificates and domain names are concerned', () => {
    expect(stack.ignored).toContain('AWS::CodeDeploy::DeploymentGroup');
    expect(stack.outputs['MailApiUrl']).toBe(stack.apiUrl);
  });
});
