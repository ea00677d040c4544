import { Lambda } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientSettings } from '../../local/clients.ts';
import { calledFunction } from '../../local/function-reference.ts';
import { type RunningTemplate, runTemplate } from '../../local/run-template.ts';
import { eventSourceMappings } from '../../local/runners/event-source-mappings.ts';
import { functionVersions } from '../../local/runners/function-versions.ts';
import { functions } from '../../local/runners/functions.ts';
import { runners } from '../../local/runners.ts';
import { readTemplate } from '../../local/template.ts';
import { eventually } from '../support/wait.ts';
import { aFunction, temporaryFolder, writeAssembly } from './support/assembly.ts';

const folder = temporaryFolder();
let running: RunningTemplate;

const code = 'export const handler = async (event) => ({ seen: event.Records?.length ?? event });\n';

beforeAll(async () => {
  const resources = {
    Queue: { Type: 'AWS::SQS::Queue' },
    Worker: aFunction('worker', { FunctionName: 'worker' }),
    Version: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'Worker' } } },
    Live: {
      Type: 'AWS::Lambda::Alias',
      Properties: {
        FunctionName: { Ref: 'Worker' },
        FunctionVersion: { 'Fn::GetAtt': ['Version', 'Version'] },
        Name: 'live',
      },
    },
    Group: { Type: 'AWS::CodeDeploy::DeploymentGroup', Properties: {} },
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { FunctionName: { Ref: 'Live' }, EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] } },
    },
  };
  const outputs = { Version: { Value: { 'Fn::GetAtt': ['Version', 'Version'] } } };
  writeAssembly(folder.path, { Resources: resources, Outputs: outputs }, { worker: code });
  // The template has no tables, so nobody asks for the endpoint.
  running = await runTemplate(readTemplate(folder.path), runners, { dynamoDbEndpoint: 'http://127.0.0.1:1' });
});
afterAll(async () => {
  await running?.stop();
  folder.remove();
});

describe('the alias of a function', () => {
  it('feeds the one version that runs locally', async () => {
    const { run } = running;
    const [queue] = run.resources.ofType('AWS::SQS::Queue');
    const sqs = new SQS(clientSettings(run.awsEndpoint));
    await sqs.sendMessage({ QueueUrl: queue?.ref, MessageBody: 'one' });
    await eventually('the message to be taken', async () => {
      const { Attributes } = await sqs.getQueueAttributes({
        QueueUrl: queue?.ref,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      });
      return Object.values(Attributes ?? {}).every((count) => count === '0');
    });
    expect(run.started(eventSourceMappings)[0]?.settings.functionName).toBe('worker:live');
    expect(run.started(functions).pools).toHaveLength(1);
  });

  it('can be called by its name and its ARN, and lists its own mapping', async () => {
    const { run } = running;
    const lambda = new Lambda(clientSettings(run.awsEndpoint));
    const [, alias] = run.resources.ofType(...functionVersions.types);
    for (const FunctionName of ['worker:live', alias?.arn]) {
      const { Payload } = await lambda.invoke({ FunctionName, Payload: '{"a":1}' });
      expect(JSON.parse(Payload?.transformToString() ?? '')).toEqual({ seen: { a: 1 } });
    }
    const mappingsOf = async (FunctionName: string) =>
      (await lambda.listEventSourceMappings({ FunctionName })).EventSourceMappings?.length;
    expect(await mappingsOf('worker:live')).toBe(1);
    expect(await mappingsOf('worker')).toBe(0);
  });

  it('is another resource to IAM than its function, and $LATEST is not', () => {
    const arn = 'arn:aws:lambda:us-east-1:000000000000:function:worker';
    expect([`${arn}:live`, `${arn}:$LATEST`, arn, 'worker:live'].map(calledFunction)).toEqual([
      'worker:live',
      'worker',
      'worker',
      'worker:live',
    ]);
  });
});
