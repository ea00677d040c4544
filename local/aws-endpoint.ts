import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AwsAnswer, type AwsCall, type AwsRequest, type AwsService, jsonAnswer } from './aws-service.ts';
import { closeServer, listen, readBody } from './http-server.ts';
import { missingRights, type Right, type Statement } from './permissions.ts';

type InterceptedCall = AwsCall & {
  readonly service: string;
  /** The access key of the caller. */
  readonly caller: string;
  /** What IAM would ask of the caller. */
  readonly rights: readonly Right[];
};

type InjectedAnswer = { readonly status: number; readonly body: unknown };

/** Lets a test answer in place of AWS, to make a call fail. Can be changed at any time. */
export type Faults = {
  intercept?:
    | ((call: InterceptedCall) => InjectedAnswer | undefined | Promise<InjectedAnswer | undefined>)
    | undefined;
};

type Limits = Map<string, readonly Statement[]>;

type AwsEndpoint = {
  readonly url: string;
  readonly faults: Faults;
  serve(service: AwsService): void;
  /** Limits the caller with this access key to what the statements allow. Any other caller may do everything. */
  limit(accessKeyId: string, statements: readonly Statement[]): void;
  stop(): Promise<void>;
};

/** The endpoint of all AWS clients of this stack. Refuses a call that none of its services knows. */
export async function startAwsEndpoint(): Promise<AwsEndpoint> {
  const faults: Faults = {};
  const services: AwsService[] = [];
  const limits: Limits = new Map();
  const server = createServer((request, response) => {
    toAwsRequest(request)
      .then((received) => answer(received, services, faults, limits))
      .catch((error: Error) => awsAnswer(500, { __type: 'InternalFailure', message: error.message }))
      .then((answered) => send(response, answered));
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    serve: (service) => void services.push(service),
    limit: (accessKeyId, statements) => void limits.set(accessKeyId, statements),
    stop: () => closeServer(server),
  };
}

async function toAwsRequest(request: IncomingMessage): Promise<AwsRequest> {
  const { method = 'GET', url = '/', headers } = request;
  return { method, url, headers, body: await readBody(request) };
}

async function answer(
  request: AwsRequest,
  services: readonly AwsService[],
  faults: Faults,
  limits: Limits,
): Promise<AwsAnswer> {
  for (const service of services) {
    const call = service.read(request);
    if (!call) continue;
    const caller = accessKeyOf(request);
    const rights = (await service.rights?.(call)) ?? [];
    const denied = denial(rights, service, limits.get(caller));
    if (denied) return denied;
    const injected = await faults.intercept?.({ service: service.name, caller, rights, ...call });
    return injected ? toAnswer(injected, service) : service.answer(call, request);
  }
  return refuse(request, services);
}

/** As on AWS, the caller is known by the access key that it signs with. */
function accessKeyOf({ headers }: AwsRequest): string {
  return /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';
}

function denial(
  rights: readonly Right[],
  service: AwsService,
  statements: readonly Statement[] | undefined,
): AwsAnswer | undefined {
  if (!statements) return undefined;
  const [missing] = missingRights(statements, rights);
  if (missing === undefined) return undefined;
  const message = `the role of the function does not allow ${missing}`;
  return service.errorAnswer
    ? service.errorAnswer(403, 'AccessDenied', message)
    : awsAnswer(400, { __type: 'AccessDeniedException', message });
}

function refuse({ method, url, headers }: AwsRequest, services: readonly AwsService[]): AwsAnswer {
  const what = headers['x-amz-target'] ?? `${method} ${url}`;
  const known = services.map(({ name }) => name).join(', ');
  return awsAnswer(400, {
    __type: 'UnknownOperationException',
    message: `the local stack has no service for ${what}; it has ${known || 'none'}`,
  });
}

function toAnswer({ status, body }: InjectedAnswer, { errorAnswer }: AwsService): AwsAnswer {
  if (typeof body === 'string') {
    return { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(body) };
  }
  const { __type: code, message } = body as { __type?: unknown; message?: unknown };
  return errorAnswer && code ? errorAnswer(status, String(code), String(message)) : awsAnswer(status, body);
}

function awsAnswer(status: number, value: unknown): AwsAnswer {
  return jsonAnswer(status, value, 'application/x-amz-json-1.0');
}

function send(response: ServerResponse, { status, headers, body }: AwsAnswer): void {
  // The answer to a HEAD request names the length of a body that it does not have.
  const length = body.length > 0 ? body.length : (headers['content-length'] ?? 0);
  response.writeHead(status, { ...headers, 'content-length': length });
  response.end(body);
}
