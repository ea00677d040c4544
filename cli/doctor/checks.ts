import { CloudWatchClient, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { outputs } from '../../lib/outputs.ts';
import { manifestOf, topicProvider } from '../../providers/manifests.ts';
import { queueDepth } from '../../queue/queue-depth.ts';
import { deletesExpiredRows } from '../../store/describe-table.ts';
import { readLog } from '../function-log.ts';
import { readKeys } from '../secrets/provider-secret.ts';
import type { Target } from '../target.ts';
import { showAge } from '../ui/age.ts';
import { type Finding, unknown, unwell, well } from './finding.ts';

export type Check = (target: Target, option: string) => Promise<Finding[]>;

/** The way of an event, hop by hop. `option` is what a repairing command needs to find the same stack. */
export const checks: readonly Check[] = [
  api,
  keys,
  subscription,
  mapping,
  deadLetters,
  tables,
  lastEvents,
  alarms,
];

/** Asked for a provider that does not exist, only our own receiver answers in these words. */
async function api(target: Target): Promise<Finding[]> {
  const url = `${target.output(outputs.apiUrl).replace(/\/$/, '')}/webhooks/nobody`;
  const repair = target.isLocal ? 'npm start' : `npm run deploy -- -c stackName=${target.stackName}`;
  try {
    const response = await fetch(url, { method: 'POST', body: 'ping', signal: AbortSignal.timeout(10_000) });
    const isOurs = response.status === 404 && (await response.text()).includes('No such provider.');
    return [
      isOurs
        ? well('API', 'answers')
        : unwell('API', `answers with ${response.status}, and not as the receiver does`, repair),
    ];
  } catch (error) {
    return [unwell('API', `cannot be reached: ${(error as Error).message}`, repair)];
  }
}

async function keys(target: Target, option: string): Promise<Finding[]> {
  const held = await readKeys(target);
  const named = Object.entries(held).filter(([, texts]) => texts.length > 0);
  const inUse = new Set((await seenProviders(target)).keys());
  const missing = [...inUse].filter(
    (provider) =>
      manifestOf(provider)?.key.source !== 'setting' && !named.some(([name]) => name === provider),
  );
  if (named.length === 0)
    return [
      unwell(
        'keys',
        'the secret holds none, so every webhook gets a 503',
        `npm run mailfold -- secrets set PROVIDER${option}`,
      ),
    ];
  return [
    well(
      'keys',
      named.map(([name, texts]) => (texts.length > 1 ? `${name} (${texts.length})` : name)).join(', '),
    ),
    ...missing.map((provider) =>
      unwell(
        'keys',
        `${provider} sends events and has no key`,
        `npm run mailfold -- secrets set ${provider}${option}`,
      ),
    ),
  ];
}

async function subscription(target: Target): Promise<Finding[]> {
  const TopicArn = target.output(outputs.sesTopicArn);
  const { Subscriptions = [] } = await target.sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
  const confirmed = Subscriptions.filter(
    ({ Protocol, SubscriptionArn }) => Protocol === 'sqs' && SubscriptionArn?.startsWith('arn:'),
  );
  if (confirmed.length > 0)
    return [well(`${topicProvider.title} topic`, 'its subscription to the queue is confirmed')];
  const repair = target.isLocal
    ? 'npm start -- --fresh'
    : `npm run deploy -- -c stackName=${target.stackName}`;
  return [
    unwell(
      `${topicProvider.title} topic`,
      `nothing is subscribed to it, so events of ${topicProvider.title} go nowhere`,
      repair,
    ),
  ];
}

async function mapping(target: Target): Promise<Finding[]> {
  const FunctionName = target.output(outputs.consumerFunctionName);
  const { EventSourceMappings = [] } = await new LambdaClient(target.settings).send(
    new ListEventSourceMappingsCommand({ FunctionName }),
  );
  const [found] = EventSourceMappings;
  const deploy = target.isLocal ? 'npm start' : `npm run deploy -- -c stackName=${target.stackName}`;
  if (!found) return [unwell('consumer', 'no queue feeds it', deploy)];
  const findings: Finding[] = [];
  if (found.State !== 'Enabled') {
    const address = target.isLocal
      ? ` --endpoint-url ${String((target.settings as { endpoint?: string }).endpoint)}`
      : '';
    const repair = `aws lambda update-event-source-mapping --uuid ${found.UUID} --enabled${address}`;
    findings.push(unwell('consumer', `its queue is switched off (${found.State})`, repair));
  }
  if (!found.FunctionResponseTypes?.includes('ReportBatchItemFailures')) {
    findings.push(
      unwell(
        'consumer',
        'it cannot report single failures, so one bad message brings back its whole batch',
        deploy,
      ),
    );
  }
  return findings.length > 0
    ? findings
    : [well('consumer', 'is fed by its queue, and reports single failures')];
}

async function deadLetters(target: Target, option: string): Promise<Finding[]> {
  const queues = [
    ['dead letters', outputs.deadLetterQueueUrl, ''],
    [`${topicProvider.title} dead letters`, outputs.sesDeadLetterQueueUrl, ` --queue ${topicProvider.name}`],
  ] as const;
  return Promise.all(
    queues.map(async ([what, output, choice]) => {
      const depth = await queueDepth(target.sqs, target.output(output));
      return depth === 0
        ? well(what, 'none')
        : unwell(what, String(depth), `npm run mailfold -- dlq list${choice}${option}`);
    }),
  );
}

async function tables(target: Target): Promise<Finding[]> {
  return Promise.all(
    [outputs.messagesTableName, outputs.addressesTableName].map(async (output) => {
      const TableName = target.output(output);
      const isOn = await deletesExpiredRows(target.dynamoDb, TableName);
      const repair = `aws dynamodb update-time-to-live --table-name ${TableName} --time-to-live-specification Enabled=true,AttributeName=expiresAt`;
      return isOn
        ? well(TableName, 'forgets rows when they expire')
        : unwell(TableName, 'keeps expired rows for ever', repair);
    }),
  );
}

async function lastEvents(target: Target): Promise<Finding[]> {
  const seen = await seenProviders(target);
  if (seen.size === 0) return [unknown('last events', 'none within a day')];
  const ages = [...seen].map(([provider, at]) => `${provider} ${showAge(at)} ago`);
  return [well('last events', ages.join(', '))];
}

/** When each provider's last event was stored, within a day: the consumer's metrics tell. */
async function seenProviders(target: Target): Promise<Map<string, Date>> {
  const since = new Date(Date.now() - 86_400_000);
  const lines = await readLog(target, target.output(outputs.consumerLogGroupName), since, 'Stored');
  const told = lines.filter(
    ({ fields }) => typeof fields['Stored'] === 'number' && typeof fields['provider'] === 'string',
  );
  return new Map(told.map(({ at, fields }) => [String(fields['provider']), at]));
}

async function alarms(target: Target): Promise<Finding[]> {
  if (target.isLocal) return [unknown('alarms', 'there are none in a local run')];
  const raised: string[] = [];
  let count = 0;
  for await (const page of paginateDescribeAlarms(
    { client: new CloudWatchClient(target.settings) },
    { AlarmNamePrefix: `${target.stackName}: ` },
  )) {
    for (const { AlarmName, StateValue } of [...(page.MetricAlarms ?? []), ...(page.CompositeAlarms ?? [])]) {
      count += 1;
      if (StateValue === 'ALARM') raised.push(AlarmName ?? '');
    }
  }
  if (count === 0) return [unknown('alarms', 'none of this stack was found')];
  return raised.length === 0
    ? [well('alarms', `${count}, none raised`)]
    : raised.map((name) =>
        unwell('alarms', `${name} is raised`, 'see the heading of that name in docs/runbook.md'),
      );
}
