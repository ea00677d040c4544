import type { EventSourceMapping } from './event-source-mapping.ts';
import type { BrokerAnswer } from './message-broker.ts';

export const mappingsPath = '/2015-03-31/event-source-mappings';

/** The part of Lambda's API that tells of event source mappings, and switches them off and on. */
export async function answerLambda(
  method: string,
  url: string,
  body: Buffer,
  mappings: readonly EventSourceMapping[],
): Promise<BrokerAnswer> {
  const { pathname, searchParams } = new URL(url, 'http://local');
  const id = pathname.slice(mappingsPath.length).replaceAll('/', '');
  if (id === '') {
    const wanted = searchParams.get('FunctionName');
    const listed = mappings.filter(({ settings }) => !wanted || settings.functionName === wanted);
    return json(200, { EventSourceMappings: listed.map(describe) });
  }
  const mapping = mappings.find(({ settings }) => settings.name === id);
  if (!mapping) return json(404, { Type: 'User', Message: `no event source mapping ${id}` });
  if (method === 'PUT') {
    const { Enabled } = JSON.parse(body.toString() || '{}') as { Enabled?: boolean };
    if (Enabled === true) mapping.enable();
    if (Enabled === false) await mapping.disable();
  }
  return json(200, describe(mapping));
}

function describe({ settings, enabled }: EventSourceMapping) {
  return {
    UUID: settings.name,
    FunctionArn: settings.functionName,
    EventSourceArn: settings.sourceArn,
    State: enabled ? 'Enabled' : 'Disabled',
    BatchSize: settings.batchSize,
    FunctionResponseTypes: settings.reportsItemFailures ? ['ReportBatchItemFailures'] : [],
  };
}

function json(status: number, value: unknown): BrokerAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(value)),
  };
}
