import { LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { outputs } from '../../lib/outputs.ts';
import { awsCommand, deployCommand } from '../next-commands.ts';
import type { Target } from '../target.ts';
import type { Check } from './check.ts';
import { unwell, well } from './finding.ts';

const what = 'consumer';

export const consumer: Check = {
  what,
  async run(target) {
    const FunctionName = target.output(outputs.consumerFunctionName);
    const { EventSourceMappings = [] } = await new LambdaClient(target.settings).send(
      new ListEventSourceMappingsCommand({ FunctionName }),
    );
    const [mapping] = EventSourceMappings;
    const deploy = deployCommand(target);
    if (!mapping) return [unwell(what, 'is not connected to its queue', deploy)];
    const { State, UUID, FunctionResponseTypes } = mapping;
    const problems = [
      ...(State === 'Enabled'
        ? []
        : [unwell(what, `does not read its queue: the mapping is ${State}`, enable(UUID, target))]),
      ...(FunctionResponseTypes?.includes('ReportBatchItemFailures')
        ? []
        : [unwell(what, 'retries the whole batch when one message fails', deploy)]),
    ];
    return problems.length > 0 ? problems : [well(what, 'reads its queue, and retries only what fails')];
  },
};

function enable(uuid: string | undefined, target: Target): string {
  return awsCommand(`lambda update-event-source-mapping --uuid ${uuid} --enabled`, target);
}
