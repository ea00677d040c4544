import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { AwsError } from './aws-error.ts';
import { account } from './clients.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';
import { closeServer, listen, readBody } from './http-server.ts';
import { answerLambda, mappingsPath } from './lambda-api.ts';
import type { BrokerAnswer, MessageBroker } from './message-broker.ts';
import { createMoveTasks } from './move-tasks.ts';
import type { Secrets } from './secrets.ts';

export type AwsCall = {
  readonly service: 'sqs' | 'sns' | 'secretsmanager' | 'dynamodb' | 'logs';
  readonly action: string;
  readonly body: Readonly<Record<string, unknown>>;
};

export type InjectedAnswer = { readonly status: number; readonly body: unknown };

/** Lets a test answer in AWS's place, so that trouble can be had on demand. Can be changed at any time. */
export type Faults = {
  intercept?:
    | ((call: AwsCall) => InjectedAnswer | undefined | Promise<InjectedAnswer | undefined>)
    | undefined;
};

export type AwsEndpoint = {
  readonly url: string;
  readonly faults: Faults;
  /** Secrets come later: their names are known only when the template has been read. */
  useSecrets(secrets: Secrets): void;
  useLogs(actions: Actions): void;
  useMappings(mappings: readonly EventSourceMapping[]): void;
  stop(): Promise<void>;
};

export type AwsEndpointOptions = {
  readonly broker: MessageBroker;
  readonly dynamoDbEndpoint: string;
  /** Given to whoever asks with GET, to tell this stack from another one at the same address. */
  readonly identity?: Readonly<Record<string, unknown>>;
};

type Actions = Readonly<Record<string, (input: Record<string, unknown>) => unknown>>;

/** The one address that AWS clients of this stack talk to. What it does not know it refuses, loudly. */
export async function startAwsEndpoint(options: AwsEndpointOptions): Promise<AwsEndpoint> {
  const { broker } = options;
  const faults: Faults = {};
  const moveTasks = createMoveTasks(broker);
  let secrets: Secrets | undefined;
  let logs: Actions = {};
  let mappings: readonly EventSourceMapping[] = [];

  async function answer(request: IncomingMessage, body: Buffer): Promise<BrokerAnswer> {
    if (request.url?.startsWith(mappingsPath))
      return answerLambda(request.method ?? '', request.url, body, mappings);
    if (request.method === 'GET') return json(200, options.identity ?? {});
    const call = readCall(request.headers, body);
    if (!call) return refuse(request);
    const injected = await faults.intercept?.(call);
    if (injected) return inject(injected);
    switch (call.service) {
      case 'secretsmanager':
        return perform(secrets?.actions ?? {}, call, 'application/x-amz-json-1.1');
      case 'logs':
        return perform(logs, call, 'application/x-amz-json-1.1');
      case 'dynamodb':
        return passOn(options.dynamoDbEndpoint, request.headers, body);
      case 'sqs':
        return withOwnAddress(call.action, await askSqs(call, request.headers, body), url);
      case 'sns':
        return broker.forward(request.headers, body);
    }
  }

  function askSqs(call: AwsCall, headers: IncomingHttpHeaders, body: Buffer): Promise<BrokerAnswer> {
    if (!(call.action in moveTasks.actions)) return broker.forward(headers, body);
    return perform(moveTasks.actions, call, 'application/x-amz-json-1.0');
  }

  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => answer(request, body))
      .catch((error: Error) => json(500, { __type: 'InternalFailure', message: error.message }))
      .then((answered) => send(response, answered));
  });
  const url = `http://127.0.0.1:${await listen(server, 0)}`;
  return {
    url,
    faults,
    useSecrets: (given) => {
      secrets = given;
    },
    useLogs: (given) => {
      logs = given;
    },
    useMappings: (given) => {
      mappings = given;
    },
    async stop() {
      await moveTasks.stop();
      await closeServer(server);
    },
  };
}

const services: Readonly<Record<string, AwsCall['service']>> = {
  AmazonSQS: 'sqs',
  secretsmanager: 'secretsmanager',
  DynamoDB_20120810: 'dynamodb',
  Logs_20140328: 'logs',
};

/** SQS, Secrets Manager and DynamoDB name the action in a header, SNS in a form field. */
function readCall(headers: IncomingHttpHeaders, body: Buffer): AwsCall | undefined {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') {
    const [prefix = '', action = ''] = target.split('.');
    const service = services[prefix];
    return service && { service, action, body: parse(body) };
  }
  if (!headers['content-type']?.includes('x-www-form-urlencoded')) return undefined;
  // Several services speak this older protocol; the signature tells which one is meant.
  if (!/\/sns\/aws4_request/.test(headers.authorization ?? '')) return undefined;
  const form = Object.fromEntries(new URLSearchParams(body.toString()));
  return { service: 'sns', action: form['Action'] ?? '', body: form };
}

async function perform(
  actions: Actions,
  { service, action, body }: AwsCall,
  type: string,
): Promise<BrokerAnswer> {
  try {
    const perform = actions[action];
    if (!perform) throw new AwsError('InvalidAction', `the local stack does not know ${service} ${action}`);
    return json(200, (await perform({ ...body })) ?? {}, type);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    return json(400, { __type: error.code, message: error.message }, type);
  }
}

async function passOn(endpoint: string, headers: IncomingHttpHeaders, body: Buffer): Promise<BrokerAnswer> {
  const kept = ['content-type', 'x-amz-target', 'authorization', 'x-amz-date'];
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: Object.fromEntries(
      kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
    ),
    body: new Uint8Array(body),
  });
  return {
    status: response.status,
    headers: { 'content-type': response.headers.get('content-type') ?? 'application/x-amz-json-1.0' },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** The emulator names queues by an address of its own, which nobody can reach. */
function withOwnAddress(action: string, answer: BrokerAnswer, url: string): BrokerAnswer {
  if (!answersWithAddress.has(action)) return answer;
  const own = answer.body
    .toString()
    .replaceAll(/"https?:\/\/[^/"]+\/\d+\/([^"/]+)"/g, (_, name) => `"${url}/${account}/${name}"`);
  return { ...answer, body: Buffer.from(own) };
}

const answersWithAddress = new Set([
  'CreateQueue',
  'GetQueueUrl',
  'ListQueues',
  'ListDeadLetterSourceQueues',
]);

function inject({ status, body }: InjectedAnswer): BrokerAnswer {
  return typeof body === 'string'
    ? { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(body) }
    : json(status, body);
}

function refuse(request: IncomingMessage): BrokerAnswer {
  const what = request.headers['x-amz-target'] ?? `${request.method} ${request.url}`;
  return json(400, {
    __type: 'UnknownOperationException',
    message: `the local stack has no service for ${what}: it runs SQS, SNS, Secrets Manager and DynamoDB`,
  });
}

function json(status: number, value: unknown, type = 'application/x-amz-json-1.0'): BrokerAnswer {
  return { status, headers: { 'content-type': type }, body: Buffer.from(JSON.stringify(value)) };
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}

function send(response: ServerResponse, { status, headers, body }: BrokerAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.end(body);
}
