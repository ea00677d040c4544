import { createServer, type IncomingMessage } from 'node:http';
import { closeServer, listen, readBody } from '../../local/http-server.ts';
import { toXml } from '../../local/xml.ts';

/** A stack as CloudFormation describes it. */
export type FakeStack = {
  readonly name: string;
  readonly status?: string;
  readonly outputs?: Readonly<Record<string, string>>;
};

export type FakeAws = {
  readonly url: string;
  stacks: readonly FakeStack[];
  /** Access keys that may not ask CloudFormation. */
  denied: readonly string[];
  /** Each call, as `Action by ACCESS_KEY in REGION`. */
  readonly calls: string[];
  stop(): Promise<void>;
};

/** CloudFormation and STS of one account, for clients whose AWS_ENDPOINT_URL is `url`. */
export async function startFakeAws(): Promise<FakeAws> {
  const aws = { stacks: [] as readonly FakeStack[], denied: [] as readonly string[], calls: [] as string[] };
  const server = createServer(async (request, response) => {
    const asked = new URLSearchParams((await readBody(request)).toString());
    const { key, region } = callerOf(request);
    aws.calls.push(`${asked.get('Action')} by ${key} in ${region}`);
    const { status, body } = answer(asked, key, aws);
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
  });
  const port = await listen(server, 0);
  return Object.assign(aws, { url: `http://127.0.0.1:${port}`, stop: () => closeServer(server) });
}

function callerOf({ headers }: IncomingMessage): { key: string; region: string } {
  const [, key = '', region = ''] =
    /Credential=([^/]+)\/\d+\/([^/]+)/.exec(headers.authorization ?? '') ?? [];
  return { key, region };
}

function answer(asked: URLSearchParams, key: string, aws: Pick<FakeAws, 'stacks' | 'denied'>) {
  switch (asked.get('Action')) {
    case 'GetCallerIdentity':
      return result('GetCallerIdentity', {
        Account: '111122223333',
        Arn: 'arn:aws:iam::111122223333:user/kim',
      });
    case 'AssumeRole':
      if (!asked.get('RoleArn')?.startsWith('arn:aws:iam::111122223333:role/cdk-'))
        return error('AccessDenied');
      return result('AssumeRole', {
        Credentials: { AccessKeyId: 'LOOKUP', SecretAccessKey: 'x', SessionToken: 'x' },
      });
    default:
      return aws.denied.includes(key) ? error('AccessDenied') : describe(asked.get('StackName'), aws.stacks);
  }
}

function describe(name: string | null, stacks: readonly FakeStack[]) {
  const found = stacks.filter((stack) => name === null || stack.name === name);
  if (name !== null && found.length === 0)
    return error('ValidationError', `Stack with id ${name} does not exist`);
  return result('DescribeStacks', {
    Stacks: found.map(({ name: StackName, status: StackStatus = 'UPDATE_COMPLETE', outputs = {} }) => ({
      StackName,
      StackStatus,
      CreationTime: '2026-01-01T00:00:00Z',
      Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
    })),
  });
}

function result(action: string, value: object) {
  return { status: 200, body: toXml({ [`${action}Response`]: { [`${action}Result`]: value } }) };
}

function error(code: string, message = 'User is not authorized to perform this') {
  return {
    status: code === 'AccessDenied' ? 403 : 400,
    body: toXml({ ErrorResponse: { Error: { Type: 'Sender', Code: code, Message: message } } }),
  };
}
