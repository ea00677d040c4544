import type { IncomingHttpHeaders } from 'node:http';
import { AwsError } from './aws-error.ts';
import type { Right } from './permissions.ts';

/** The part of an AWS service that a local run has. */
export type AwsService = {
  /** The name in signatures: `sqs`. */
  readonly name: string;
  /** The call in a request; undefined when the request is for another service. */
  read(request: AwsRequest): AwsCall | undefined;
  answer(call: AwsCall, request: AwsRequest): Promise<AwsAnswer>;
  /** What IAM would ask of the caller. Omit for a service that only people call. */
  rights?(call: AwsCall): readonly Right[] | Promise<readonly Right[]>;
  /** An error in the protocol of the service. Omit for JSON. */
  errorAnswer?(status: number, code: string, message: string): AwsAnswer;
};

export type AwsRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type AwsCall = { readonly action: string; readonly body: Readonly<Record<string, unknown>> };

export type AwsAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export type Actions = Readonly<Record<string, (input: AwsCall['body']) => unknown>>;

/** A service whose requests name the action in `x-amz-target`, as `<target>.<action>`, and carry JSON. */
export function createJsonService(service: {
  readonly name: string;
  readonly target: string;
  /** Version of the JSON protocol. */
  readonly version: '1.0' | '1.1';
  readonly actions: Actions;
  readonly rights?: AwsService['rights'];
}): AwsService {
  return {
    name: service.name,
    ...(service.rights && { rights: service.rights }),
    read: (request) => readTarget(service.target, request),
    answer: (call) => performAction(service, call),
  };
}

export function readTarget(wanted: string, { headers, body }: AwsRequest): AwsCall | undefined {
  const [target, action = ''] = String(headers['x-amz-target'] ?? '').split('.');
  return target === wanted ? { action, body: parseJson(body) } : undefined;
}

/** The call in a form, as the query protocol has it. Several services use it; the signature names the service. */
export function readForm(service: string, { headers, body }: AwsRequest): AwsCall | undefined {
  if (!headers['content-type']?.includes('x-www-form-urlencoded')) return undefined;
  if (!headers.authorization?.includes(`/${service}/aws4_request`)) return undefined;
  const form = Object.fromEntries(new URLSearchParams(body.toString()));
  return { action: form['Action'] ?? '', body: form };
}

export async function performAction(
  { name, version, actions }: { name: string; version: '1.0' | '1.1'; actions: Actions },
  { action, body }: AwsCall,
): Promise<AwsAnswer> {
  const type = `application/x-amz-json-${version}`;
  try {
    const perform = actions[action];
    if (!perform) throw new AwsError('InvalidAction', `the local stack has no ${name} action ${action}`);
    return jsonAnswer(200, (await perform(body)) ?? {}, type);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    return jsonAnswer(400, { __type: error.code, message: error.message }, type);
  }
}

export function jsonAnswer(status: number, value: unknown, type = 'application/json'): AwsAnswer {
  return { status, headers: { 'content-type': type }, body: Buffer.from(JSON.stringify(value)) };
}

/** Anything but JSON becomes an empty object: the service then reports what is missing. */
export function parseJson(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}
