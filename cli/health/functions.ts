import {
  GetAccountSettingsCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
} from '@aws-sdk/client-lambda';
import type { ConcurrencyFacts, ConsumerFacts } from '../../app/ports/health.ts';
import { outputs } from '../../lib/outputs.ts';
import { consumerFactsOf } from '../../queue/consumer-facts.ts';
import type { Target } from '../target.ts';

/** How the consumer is connected to its queue; undefined when it is not. */
export async function readConsumer(target: Target): Promise<ConsumerFacts | undefined> {
  const FunctionName = target.output(outputs.consumerFunctionName);
  const { EventSourceMappings = [] } = await new LambdaClient(target.settings).send(
    new ListEventSourceMappingsCommand({ FunctionName }),
  );
  const [mapping] = EventSourceMappings;
  return mapping && consumerFactsOf(mapping);
}

export async function readConcurrency({ settings }: Target): Promise<ConcurrencyFacts> {
  const { AccountLimit } = await new LambdaClient(settings).send(new GetAccountSettingsCommand({}));
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  return { limit, unreserved: AccountLimit?.UnreservedConcurrentExecutions ?? limit };
}
