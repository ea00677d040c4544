import { CfnOutput } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { topicProvider } from '../providers/manifests.ts';
import type { FanOut } from './fan-out.ts';
import type { IMailfold } from './mailfold-interface.ts';
import { outermostStack } from './mailfold-name.ts';
import { outputs, webhookUrlOutput } from './outputs.ts';
import { projectVersion } from './project-folder.ts';

export interface OutputOptions {
  /**
   * The beginning of every output's name, in letters and digits, for a stack whose other outputs have the same names or that
   * holds several Mailfolds: `Marketing` makes `MarketingApiUrl`.
   * @default - none
   */
  readonly prefix?: string;
}

type Output = readonly [name: string, value: string, description: string];

/** Adds the outputs that the command line and scripts read. */
export function addOutputs(mailfold: IMailfold, { prefix = '' }: OutputOptions): void {
  // CloudFormation gives a nested stack a name that nobody knows, so its outputs are those of the outermost stack.
  const scope = new Construct(outermostStack(mailfold), `Outputs${mailfold.node.addr}`);
  for (const [name, value, description] of [
    ...urls(mailfold),
    ...consoleOf(mailfold),
    ...resources(mailfold),
    ...lakeParts(mailfold),
    ...fanOutParts(mailfold),
  ])
    new CfnOutput(scope, name, { value, description }).overrideLogicalId(prefix + name);
}

function urls({
  name,
  apiUrl,
  domainTarget,
  webhookUrls,
  topic,
  sesConfigurationSetName,
}: IMailfold): Output[] {
  const { title } = topicProvider;
  return [
    [outputs.version, projectVersion(), 'Version of Mailfold that deployed this stack'],
    [outputs.mailfoldName, name, 'The beginning of every alarm name, and the stack dimension of the metrics'],
    [outputs.apiUrl, apiUrl, 'Start of every webhook and API URL'],
    ...(domainTarget
      ? ([
          [outputs.domainTarget, domainTarget, 'What the CNAME record of the domain name must name'],
        ] satisfies Output[])
      : []),
    ...Object.entries(webhookUrls).map(
      ([provider, url]): Output => [webhookUrlOutput(provider), url, `Webhook URL for ${provider}`],
    ),
    [outputs.sesTopicArn, topic.topicArn, `Publish ${title} events to this topic`],
    ...(sesConfigurationSetName
      ? ([
          [
            outputs.sesConfigurationSetName,
            sesConfigurationSetName,
            `Send with this ${title} configuration set to publish its events to the topic`,
          ],
        ] satisfies Output[])
      : []),
  ];
}

/** Only with a hosted console. */
function consoleOf({ consoleUrl, consolePeople }: IMailfold): Output[] {
  const [url, pool] = [consoleUrl, consolePeople?.userPoolId];
  return [
    ...(url ? ([[outputs.consoleUrl, url, 'The console, for people who sign in']] satisfies Output[]) : []),
    ...(pool
      ? ([[outputs.consoleUserPoolId, pool, 'People who may sign in to the console']] satisfies Output[])
      : []),
  ];
}

function resources(mailfold: IMailfold): Output[] {
  const { receiver, consumer } = mailfold;
  return [
    [outputs.eventsQueueUrl, mailfold.eventsQueue.queueUrl, 'Events that wait for the consumer'],
    [
      outputs.deadLetterQueueUrl,
      mailfold.deadLetterQueue.queueUrl,
      'Messages that failed in every delivery; redrive them once the cause is fixed',
    ],
    [
      outputs.sesDeadLetterQueueUrl,
      mailfold.sesDeadLetterQueue.queueUrl,
      `${topicProvider.title} events that SNS could not deliver to the events queue`,
    ],
    [outputs.messagesTableName, mailfold.messagesTable.tableName, 'Events and status, by message'],
    [
      outputs.suppressionSettings,
      JSON.stringify(mailfold.suppression),
      'When an address counts as suppressed, as JSON; the command line reads it',
    ],
    [outputs.dedupeWindowDays, String(mailfold.dedupeWindow.toDays()), 'Days that an event row is kept'],
    [
      outputs.statusRetentionDays,
      String(mailfold.statusRetention.toDays()),
      'Days that the status of a message is kept',
    ],
    [
      outputs.standardWebhookSources,
      JSON.stringify(mailfold.standardWebhookSources),
      'How the events of named sources are read, as JSON; mailfold audit --deep uses it',
    ],
    [
      outputs.ownKeySecretName,
      mailfold.ownKey.secretName,
      'Key that signs cursors and hashes forgotten addresses',
    ],
    [outputs.consumerFunctionName, consumer.live.functionName, 'Function that folds events into state'],
    [outputs.receiverLogGroupName, receiver.logGroup.logGroupName, 'Refused webhooks, with the reason'],
    [
      outputs.consumerLogGroupName,
      consumer.logGroup.logGroupName,
      'What was stored and what failed, per run',
    ],
    [
      outputs.alarmTopicArn,
      mailfold.alarmTopic.topicArn,
      'Alarms are announced here; docs/runbook.md explains each of them',
    ],
    [outputs.dashboardName, mailfold.dashboardName, 'CloudWatch dashboard'],
    [outputs.addressesTableName, mailfold.addressesTable.tableName, 'Suppression history, by address'],
    [
      outputs.providerSecretName,
      mailfold.providerSecret.secretName,
      'Put the verification keys of your providers into this secret',
    ],
  ];
}

function lakeParts({ lake, dimensions }: IMailfold): Output[] {
  if (!lake) return [];
  return [
    [outputs.lakeBucketName, lake.bucket.bucketName, 'The history of all events, as Parquet files'],
    [outputs.lakeDatabaseName, lake.catalog.databaseName, 'Glue database with the table told and its views'],
    [outputs.lakeWorkGroupName, lake.catalog.workGroupName, 'Athena workgroup for questions to the lake'],
    [
      outputs.lakeFailuresQueueUrl,
      lake.historian.failures.queueUrl,
      'Batches of events that could not be written into the lake',
    ],
    [
      outputs.lakeDimensions,
      JSON.stringify(dimensions),
      'Where the dimensions of the lake come from, as JSON; mailfold lake repair uses it',
    ],
    [
      outputs.historianFunctionName,
      lake.historian.function.live.functionName,
      'Function that writes new events into the lake',
    ],
    [outputs.tidierFunctionName, lake.tidier.function.functionName, 'Function that tidies the lake'],
  ];
}

function fanOutParts({ fanOut, eventBus }: IMailfold): Output[] {
  if (!fanOut) return [];
  return [
    ...(eventBus
      ? ([
          [outputs.eventBusName, eventBus.eventBusName, 'EventBridge bus with every new event'],
        ] satisfies Output[])
      : []),
    [
      outputs.announcerFailuresQueueUrl,
      fanOut.announcer.failures.queueUrl,
      'Batches of events that other programs could not be told of',
    ],
    ...webhookParts(fanOut),
  ];
}

function webhookParts({ sender }: FanOut): Output[] {
  if (!sender) return [];
  const endpoints = sender.endpoints.map(({ endpoint, queues }) => ({
    ...endpoint,
    queueUrl: queues.queue.queueUrl,
  }));
  return [
    [
      outputs.webhookEndpoints,
      JSON.stringify(endpoints),
      'Endpoints that get webhooks, as JSON; mailfold webhooks uses it',
    ],
    [
      outputs.webhookDeliveriesTableName,
      sender.deliveries.tableName,
      'Attempts to deliver webhooks, and the state of each endpoint',
    ],
    [outputs.webhookSecretName, sender.secret.secretName, 'Secrets that webhooks are signed with'],
  ];
}
