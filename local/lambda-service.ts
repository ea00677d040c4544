import {
  type AwsAnswer,
  type AwsCall,
  type AwsRequest,
  type AwsService,
  jsonAnswer,
  parseJson,
} from './aws-service.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';
import { calledFunction } from './function-reference.ts';
import { arnOf } from './identity.ts';

const mappingsPath = '/2015-03-31/event-source-mappings';

/** The part of Lambda's API that lists event source mappings, and switches them on and off. */
export function createLambdaService(mappings: readonly EventSourceMapping[]): AwsService {
  return {
    name: 'lambda',
    read,
    answer: (call) => answer(call, mappings),
    // IAM cannot limit the list to one function, and knows a single mapping by its id.
    rights: ({ action, body }) => [
      { action: `lambda:${action}`, resources: [body['UUID'] ? mappingArn(String(body['UUID'])) : '*'] },
    ],
  };
}

export function mappingArn(id: string): string {
  return arnOf('lambda', `event-source-mapping:${id}`);
}

function read({ method, url, body }: AwsRequest): AwsCall | undefined {
  const { pathname, searchParams } = new URL(url, 'http://local');
  if (!pathname.startsWith(mappingsPath)) return undefined;
  const id = pathname.slice(mappingsPath.length).replaceAll('/', '');
  const single = method === 'PUT' ? 'UpdateEventSourceMapping' : 'GetEventSourceMapping';
  return {
    action: id === '' ? 'ListEventSourceMappings' : single,
    body: { UUID: id, ...Object.fromEntries(searchParams), ...parseJson(body) },
  };
}

async function answer(
  { action, body }: AwsCall,
  mappings: readonly EventSourceMapping[],
): Promise<AwsAnswer> {
  const { UUID: id, FunctionName: wanted, Enabled: enabled } = body;
  if (action === 'ListEventSourceMappings') {
    const name = wanted && calledFunction(String(wanted));
    const listed = mappings.filter(({ settings }) => !name || settings.functionName === name);
    return jsonAnswer(200, { EventSourceMappings: listed.map(describe) });
  }
  const mapping = mappings.find(({ settings }) => settings.name === id);
  if (!mapping) return jsonAnswer(404, { Type: 'User', Message: `no event source mapping ${id}` });
  if (action === 'UpdateEventSourceMapping') {
    if (enabled === true) mapping.enable();
    if (enabled === false) await mapping.disable();
  }
  return jsonAnswer(200, describe(mapping));
}

function describe({ settings, enabled }: EventSourceMapping) {
  return {
    UUID: settings.name,
    FunctionArn: arnOf('lambda', `function:${settings.functionName}`),
    EventSourceArn: settings.sourceArn,
    State: enabled ? 'Enabled' : 'Disabled',
    BatchSize: settings.batchSize,
    FunctionResponseTypes: settings.reportsItemFailures ? ['ReportBatchItemFailures'] : [],
  };
}
