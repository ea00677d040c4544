import type { StackProps } from 'aws-cdk-lib';
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { topicProvider } from '../providers/manifests.ts';
import { Mailfold } from './mailfold.ts';
import { outputs, webhookUrlOutput } from './outputs.ts';
import { readSettings } from './settings.ts';

type Output = readonly [id: string, value: string, description: string];

/** Deploys one Mailfold, with settings from the CDK context (see settings.ts) and the outputs that scripts need. */
export class MailfoldStack extends Stack {
  readonly mailfold: Mailfold;

  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, {
      description: 'Mailfold: one true state from the webhooks of email providers',
      ...props,
    });
    this.mailfold = new Mailfold(this, 'Mailfold', readSettings(this.node.getAllContext()));
    for (const [name, value, description] of [...urls(this.mailfold), ...resources(this.mailfold)])
      new CfnOutput(this, name, { value, description });
  }
}

function urls({ apiUrl, webhookUrls, topic, sesConfigurationSetName }: Mailfold): Output[] {
  const { title } = topicProvider;
  return [
    [outputs.apiUrl, apiUrl, 'All webhook URLs begin with this'],
    ...Object.entries(webhookUrls).map(
      ([provider, url]): Output => [webhookUrlOutput(provider), url, `Where ${provider} posts its events`],
    ),
    [outputs.sesTopicArn, topic.topicArn, `Publish the events of ${title} here`],
    ...(sesConfigurationSetName
      ? ([
          [
            outputs.sesConfigurationSetName,
            sesConfigurationSetName,
            `Send with this ${title} configuration set to have its events published`,
          ],
        ] satisfies Output[])
      : []),
  ];
}

function resources(mailfold: Mailfold): Output[] {
  const { receiver, consumer } = mailfold;
  return [
    [outputs.eventsQueueUrl, mailfold.eventsQueue.queueUrl, 'Events on their way to the consumer'],
    [
      outputs.deadLetterQueueUrl,
      mailfold.deadLetterQueue.queueUrl,
      'Events set aside; redrive them once the cause is gone',
    ],
    [
      outputs.sesDeadLetterQueueUrl,
      mailfold.sesDeadLetterQueue.queueUrl,
      `${topicProvider.title} events that SNS could not deliver to the events queue`,
    ],
    [outputs.messagesTableName, mailfold.messagesTable.tableName, 'Events and status by message'],
    [
      outputs.suppressionSettings,
      JSON.stringify(mailfold.suppression),
      'When an address counts as suppressed; the command line reads it here',
    ],
    [outputs.dedupeWindowDays, String(mailfold.dedupeWindow.toDays()), 'How long an event row is kept'],
    [outputs.ownKeySecretName, mailfold.ownKey.secretName, 'Seals cursors, hashes forgotten addresses'],
    [outputs.consumerFunctionName, consumer.functionName, 'Folds events into state'],
    [outputs.receiverLogGroupName, receiver.logGroup.logGroupName, 'What was refused, and why'],
    [outputs.consumerLogGroupName, consumer.logGroup.logGroupName, 'What was stored, and what failed'],
    [
      outputs.alarmTopicArn,
      mailfold.alarmTopic.topicArn,
      'Alarms are announced here; docs/runbook.md says what to do',
    ],
    [outputs.dashboardName, mailfold.dashboardName, 'The way of an event, in CloudWatch'],
    [outputs.addressesTableName, mailfold.addressesTable.tableName, 'Suppression by address'],
    [
      outputs.providerSecretName,
      mailfold.providerSecret.secretName,
      'Put the verification keys of your providers here',
    ],
  ];
}
