import { LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { lakeStatus } from '../../app/lake-status.ts';
import type { LakeFacts } from '../../app/ports/health.ts';
import { outputs } from '../../lib/outputs.ts';
import { historianFactsOf } from '../../queue/consumer-facts.ts';
import { queueDepth } from '../../queue/queue-depth.ts';
import { requiredLakeKeeper } from '../lake-keeper-of.ts';
import { sqsOf } from '../sqs-of.ts';
import type { Target } from '../target.ts';

export async function readLake(target: Target): Promise<LakeFacts> {
  const [historian, tidying] = await Promise.all([readHistorian(target), readStatus(target)]);
  return { ...(historian && { historian }), failedBatches: tidying.failedBatches, tidying };
}

async function readStatus(target: Target) {
  return lakeStatus({
    lake: await requiredLakeKeeper(target),
    failedBatches: () => queueDepth(sqsOf(target), target.output(outputs.lakeFailuresQueueUrl)),
    now: () => new Date(),
  });
}

async function readHistorian(target: Target): Promise<LakeFacts['historian']> {
  const FunctionName = target.output(outputs.historianFunctionName);
  const { EventSourceMappings = [] } = await new LambdaClient(target.settings).send(
    new ListEventSourceMappingsCommand({ FunctionName }),
  );
  const [mapping] = EventSourceMappings;
  return mapping && historianFactsOf(mapping);
}
