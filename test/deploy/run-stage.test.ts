import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Verb } from '../../deploy/options.ts';
import { runStage } from '../../deploy/run-stage.ts';
import { withAwsVariables } from '../support/environment.ts';
import { type FakeAws, startFakeAws } from '../support/fake-aws.ts';

const folder = mkdtempSync(join(tmpdir(), 'mailfold-deploy-'));
let aws: FakeAws;

beforeAll(async () => {
  aws = await startFakeAws();
  writeFileSync(
    join(folder, 'aws-config'),
    '[profile shop]\nregion = eu-north-1\naws_access_key_id = SHOP\naws_secret_access_key = x\n',
  );
});
let restoreEnvironment: () => void;
beforeEach(() => {
  restoreEnvironment = withAwsVariables({
    AWS_ENDPOINT_URL: aws.url,
    AWS_ACCESS_KEY_ID: 'KIM',
    AWS_SECRET_ACCESS_KEY: 'x',
    AWS_REGION: 'eu-west-1',
    AWS_MAX_ATTEMPTS: '1',
    AWS_CONFIG_FILE: join(folder, 'aws-config'),
    AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none'),
  });
  aws.calls.length = 0;
  Object.assign(aws, { stacks: [], denied: [] });
});
afterEach(() => restoreEnvironment());
afterAll(async () => {
  await aws.stop();
  rmSync(folder, { recursive: true });
});

const set = { sesConfigurationSet: 'transactional', sesTopicArns: ['arn:one', 'arn:two'] };

function config(prod: object): string[] {
  const file = join(folder, `config-${Math.random()}.mjs`);
  const stages = { dev: { stackName: 'Mailfold-dev' }, prod: { stackName: 'Mailfold', ...prod } };
  writeFileSync(file, `export default ${JSON.stringify(stages)};`);
  return ['--config', file];
}

function deployed(name: string, stage: string, settings: object) {
  return { name, outputs: { DeployedSettings: JSON.stringify({ stage, settings }) } };
}

/** What the script says, and how it calls the CDK. */
async function run(verb: Verb, ...words: string[]) {
  let said = '';
  const cdk: { words: readonly string[]; region?: string }[] = [];
  const exitCode = await runStage(verb, words, {
    say: (text) => {
      said += text;
    },
    async cdk(given, region) {
      cdk.push({ words: given, ...(region && { region }) });
      return 0;
    },
  });
  return { exitCode, said, cdk };
}

describe('bootstrapping', () => {
  it('prepares the account and region of the chosen stage', async () => {
    const file = config({ region: 'eu-north-1' });
    const { cdk } = await run('bootstrap', '--stage', 'prod', ...file);
    expect(cdk).toEqual([
      {
        words: ['bootstrap', 'aws://111122223333/eu-north-1', '-c', 'stage=prod', '-c', `config=${file[1]}`],
        region: 'eu-north-1',
      },
    ]);
  });
});

describe('a deployment', () => {
  it('starts the CDK for the chosen stage, and says where it goes', async () => {
    const file = config({ settings: set });
    const { said, cdk } = await run('deploy', '--stage', 'prod', ...file, '--require-approval', 'never');
    expect(said).toBe('Stage prod: the stack Mailfold, account 111122223333, region eu-west-1\n');
    const context = ['-c', 'stage=prod', '-c', `config=${file[1]}`];
    expect(cdk).toEqual([
      { words: ['deploy', 'Mailfold', ...context, '--require-approval', 'never'], region: 'eu-west-1' },
    ]);
  });

  it('compares with what is there if that is asked for', async () => {
    const words = ['--stage', 'prod', ...config({}), '--revert-drift', '--no-execute'];
    const { cdk } = await run('deploy', ...words);
    expect(cdk[0]?.words.slice(-2)).toEqual(['--revert-drift', '--no-execute']);
  });

  it('stops if it would remove settings, and names each of them', async () => {
    aws.stacks = [deployed('Mailfold', 'prod', { ...set, throttleRate: 10 })];
    const settings = { sesTopicArns: ['arn:two'], throttleRate: 20 };
    const file = config({ settings });
    await expect(run('deploy', '--stage', 'prod', ...file)).rejects.toMatchObject({
      exitCode: 1,
      message: [
        'This would remove from the stack Mailfold:',
        '  sesConfigurationSet (now "transactional")',
        '  sesTopicArns: arn:one',
        `Put it back into ${file[1]}, stage prod.`,
        'Or add --allow-removal to deploy anyway. Nothing was changed.',
      ].join('\n'),
    });
    const allowed = await run('deploy', '--stage=prod', '--allow-removal', ...file);
    expect(allowed.said).toContain('sesTopicArns: arn:one\n');
    expect(allowed.cdk).toHaveLength(1);
  });

  it('goes on with the settings that are deployed', async () => {
    aws.stacks = [deployed('Mailfold', 'prod', set)];
    expect((await run('deploy', '--stage', 'prod', ...config({ settings: set }))).cdk).toHaveLength(1);
  });

  it('stops if another stack name would leave the deployed stack behind', async () => {
    aws.stacks = [deployed('Mailfold', 'prod', {}), deployed('Other', 'dev', {})];
    const file = config({ stackName: 'Renamed' });
    await expect(run('deploy', '--stage', 'prod', ...file)).rejects.toThrow(
      /^The stage prod is already deployed as the stack Mailfold, and there is no stack Renamed\.\nThis would make a second stack/,
    );
    expect((await run('deploy', '--stage', 'prod', '--allow-removal', ...file)).cdk).toHaveLength(1);
  });

  it('stops before it deploys a stage over the stack of another', async () => {
    aws.stacks = [deployed('Mailfold', 'live', {})];
    await expect(run('deploy', '--stage', 'prod', ...config({}))).rejects.toThrow(
      /^The stack Mailfold is deployed as the stage live, and this would deploy the stage prod over it\. Check the stackName\.\nOr add --allow-removal/,
    );
    const renamed = await run('deploy', '--stage', 'prod', '--allow-removal', ...config({}));
    expect(renamed.cdk).toHaveLength(1);
  });

  it('stops at a stack that has no record of its settings', async () => {
    aws.stacks = [{ name: 'Mailfold', outputs: { ApiUrl: 'https://example.com' } }];
    await expect(run('deploy', '--stage', 'prod', ...config({}))).rejects.toThrow(
      'The stack Mailfold exists and has no record of its settings',
    );
  });

  it.each(['ROLLBACK_COMPLETE', 'REVIEW_IN_PROGRESS'])('takes a stack in %s for none', async (status) => {
    aws.stacks = [{ name: 'Mailfold', status }];
    expect((await run('deploy', '--stage', 'prod', ...config({}))).cdk).toHaveLength(1);
  });

  it('reads what is deployed with the role of the CDK if the user may not', async () => {
    aws.stacks = [deployed('Mailfold', 'prod', set)];
    aws.denied = ['KIM'];
    await expect(run('deploy', '--stage', 'prod', ...config({}))).rejects.toThrow('This would remove');
    expect(aws.calls).toEqual([
      'GetCallerIdentity by KIM in eu-west-1',
      'DescribeStacks by KIM in eu-west-1',
      'AssumeRole by KIM in eu-west-1',
      'DescribeStacks by LOOKUP in eu-west-1',
    ]);
  });

  it('stops if nobody may read what is deployed', async () => {
    aws.denied = ['KIM', 'LOOKUP'];
    await expect(run('deploy', '--stage', 'prod', ...config({}))).rejects.toThrow(
      /^What is deployed could not be read: .*not authorized.*\n.*Ask for cloudformation:DescribeStacks\.\nOr add --allow-removal/,
    );
  });

  it('goes only to the account and the region of its stage', async () => {
    const elsewhere = config({ account: '444455556666' });
    await expect(run('deploy', '--stage', 'prod', ...elsewhere)).rejects.toThrow(
      'stage prod: expected the account 444455556666, found 111122223333; choose other credentials',
    );
    const us = config({ account: '111122223333', region: 'us-east-1' });
    expect((await run('deploy', '--stage', 'prod', ...us)).cdk).toMatchObject([{ region: 'us-east-1' }]);
    await expect(run('deploy', '--stage', 'prod', '--region', 'eu-west-1', ...us)).rejects.toThrow(
      'expected the region us-east-1, found eu-west-1',
    );
  });

  it.each([
    [{ sesConfigurationSet: true }, 'because that service does not exist there'],
    [
      { sesConfigurationSet: false, existingSesConfigurationSet: 'mail' },
      'because that service does not exist there',
    ],
    [{ console: true }, 'because Cognito has no user pools there'],
  ])('stops before it asks for what a region in China does not have: %j', async (settings, why) => {
    const inFile = config({ region: 'cn-north-1', settings });
    await expect(run('synth', '--stage', 'prod', ...inFile)).rejects.toThrow(why);
    const inWords = ['--stage', 'prod', '--region', 'cn-northwest-1', ...config({ settings })];
    await expect(run('deploy', ...inWords)).rejects.toThrow(`${inWords[5]}, stage prod: expected `);
    expect((await run('destroy', ...inWords)).cdk).toHaveLength(1);
  });

  it.each([
    ['-c', 'mailfold:alarmEmail=ops@example.com'],
    ['--context=mailfold:alarmEmail=ops@example.com'],
    ['--context', 'stackName=Other'],
  ])('refuses a setting behind %s before it asks AWS', async (...words) => {
    await expect(run('deploy', '--stage', 'prod', ...words, ...config({}))).rejects.toThrow(
      'write it into mailfold.config.ts',
    );
    expect(aws.calls).toEqual([]);
  });

  it('asks which stage, and refuses an option without its value', async () => {
    await expect(run('deploy', ...config({}))).rejects.toThrow('expected --stage with one of dev, prod');
    await expect(run('deploy', '--stage')).rejects.toThrow('--stage: expected a value, found none');
  });
});

describe('the other scripts', () => {
  it('write a template without an account, and compare stacks with one', async () => {
    const file = config({});
    const { cdk } = await run('synth', '--stage', 'dev', ...file);
    expect(cdk[0]?.words.slice(0, 3)).toEqual(['synth', 'Mailfold-dev', '--quiet']);
    expect(aws.calls).toEqual([]);
    expect((await run('diff', '--stage', 'dev', ...file)).cdk).toMatchObject([{ region: 'eu-west-1' }]);
  });

  it('use the AWS profile that is asked for, and its region', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION']) delete process.env[name];
    const { cdk } = await run('destroy', '--stage', 'dev', '--profile', 'shop', ...config({}));
    expect(cdk).toMatchObject([{ region: 'eu-north-1' }]);
    expect(cdk[0]?.words.join(' ')).toContain('--profile shop');
    expect(aws.calls).toEqual(['GetCallerIdentity by SHOP in eu-north-1']);
  });

  it.each(['deploy', 'diff', 'synth', 'destroy'] as const)('explain themselves: %s', async (verb) => {
    const { exitCode, said, cdk } = await run(verb, '--help');
    expect([exitCode, cdk]).toEqual([0, []]);
    expect(said).toContain(`npm run ${verb} -- --stage prod`);
    expect(said.includes('--allow-removal')).toBe(verb === 'deploy');
  });
});
