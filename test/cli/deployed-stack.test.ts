import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { withAwsVariables } from '../support/environment.ts';

/** What CloudFormation answers next, and what it was asked. */
let answer: { status: number; body: string };
let authorization: string;
const cloudFormation = createServer((request, response) => {
  authorization = request.headers.authorization ?? '';
  response.writeHead(answer.status, { 'content-type': 'text/xml' }).end(answer.body);
});
const home = mkdtempSync(join(tmpdir(), 'mailfold-aws-'));

beforeAll(async () => {
  await new Promise<void>((resolve) => cloudFormation.listen(0, '127.0.0.1', resolve));
  writeFileSync(
    join(home, 'config'),
    '[profile shop]\nregion = eu-north-1\naws_access_key_id = AKIDSHOP\naws_secret_access_key = x\n',
  );
});
let restoreEnvironment: () => void;
beforeEach(() => {
  const { port } = cloudFormation.address() as AddressInfo;
  restoreEnvironment = withAwsVariables({
    AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${port}`,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: join(home, 'config'),
    AWS_SHARED_CREDENTIALS_FILE: join(home, 'none'),
    AWS_MAX_ATTEMPTS: '1',
  });
});
afterEach(() => restoreEnvironment());
afterAll(() => {
  cloudFormation.close();
  rmSync(home, { recursive: true, force: true });
});

const keys = { AWS_ACCESS_KEY_ID: 'AKIDENV', AWS_SECRET_ACCESS_KEY: 'x' };
const failing = (code: string, message: string) => ({
  status: 400,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});
const stackWith = (outputs: Record<string, string>) => {
  const members = Object.entries(outputs).map(
    ([name, value]) => `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return {
    status: 200,
    body: `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>Mailfold</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  };
};

/** Every problem is one line. */
async function problem(...words: string[]): Promise<[number, string]> {
  const { exitCode, out, error } = await commandLine('urls', 'sendgrid', ...words);
  expect([out, error.trimEnd().includes('\n')]).toEqual(['', false]);
  return [exitCode, error];
}

describe('--stack', () => {
  it('reads the outputs of the stack, with the profile and the region that are given', async () => {
    answer = stackWith({
      ApiUrl: 'https://example.com',
      WebhookUrlSendgrid: 'https://example.com/webhooks/sendgrid',
    });
    const { exitCode, out } = await commandLine(
      'urls',
      'sendgrid',
      '--stack',
      'Mailfold',
      '--profile',
      'shop',
      '--json',
    );
    expect([exitCode, JSON.parse(out)]).toMatchObject([
      0,
      [{ provider: 'sendgrid', url: 'https://example.com/webhooks/sendgrid' }],
    ]);
    expect(authorization).toMatch(/Credential=AKIDSHOP\/\d+\/eu-north-1\/cloudformation/);
    await commandLine(
      'urls',
      'sendgrid',
      '--stack',
      'Mailfold',
      '--profile',
      'shop',
      '--region',
      'us-west-2',
    );
    expect(authorization).toMatch(/Credential=AKIDSHOP\/\d+\/us-west-2\/cloudformation/);
  });

  it('without a region says how to give one', async () => {
    Object.assign(process.env, keys);
    expect(await problem('--stack', 'Mailfold')).toEqual([3, expect.stringContaining('add --region')]);
  });

  it('without credentials says how to sign in', async () => {
    expect(await problem('--stack', 'Mailfold', '--region', 'eu-west-1')).toEqual([
      3,
      expect.stringMatching(/^no AWS credentials were found; sign in/),
    ]);
    expect(await problem('--stack', 'Mailfold', '--region', 'eu-west-1', '--profile', 'nobody')).toEqual([
      3,
      expect.stringMatching(/^with the AWS profile nobody: no AWS credentials were found/),
    ]);
  });

  it.each([
    ['ExpiredToken', 'The security token included in the request is expired', 'have expired; sign in again'],
    ['InvalidClientTokenId', 'The security token is invalid.', 'does not accept your credentials'],
    ['AccessDenied', 'User is not authorized to perform: cloudformation:DescribeStacks', 'may not do this'],
    ['ValidationError', 'Stack with id Mailfold does not exist', 'there is no stack Mailfold in eu-west-1'],
    ['Throttling', 'Rate exceeded', 'cannot read the stack Mailfold: Rate exceeded'],
  ])('says what to do about %s', async (code, message, advice) => {
    Object.assign(process.env, keys, { AWS_REGION: 'eu-west-1' });
    answer = failing(code, message);
    expect(await problem('--stack', 'Mailfold')).toEqual([3, expect.stringContaining(advice)]);
  });

  it('says when AWS cannot be reached, and when the stack is not Mailfold', async () => {
    Object.assign(process.env, keys, { AWS_REGION: 'eu-west-1' });
    answer = stackWith({ Bucket: 'other' });
    expect(await problem('--stack', 'Mailfold')).toEqual([
      3,
      expect.stringContaining('check that it is a Mailfold stack'),
    ]);
    process.env['AWS_ENDPOINT_URL_CLOUDFORMATION'] = 'http://aws.invalid';
    expect(await problem('--stack', 'Mailfold')).toEqual([3, expect.stringContaining('cannot reach AWS')]);
  });

  it('is what --profile and --region belong to', async () => {
    expect(await problem('--region', 'eu-west-1')).toEqual([2, expect.stringContaining('add --stack NAME')]);
  });
});
