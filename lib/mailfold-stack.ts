import type { StackProps } from 'aws-cdk-lib';
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { topicProvider } from '../providers/manifests.ts';
import { Mailfold } from './mailfold.ts';
import { outputs, webhookUrlOutput } from './outputs.ts';
import { readSettings } from './settings.ts';

/** Deploys one Mailfold, with settings from the CDK context (see settings.ts) and outputs to go on with. */
export class MailfoldStack extends Stack {
  readonly mailfold: Mailfold;

  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, {
      description: 'Mailfold: one true state from the webhooks of email providers',
      ...props,
    });
    this.mailfold = new Mailfold(this, 'Mailfold', readSettings(this.node.getAllContext()));

    this.output(outputs.apiUrl, this.mailfold.apiUrl, 'What all webhook URLs begin with');
    for (const [provider, url] of Object.entries(this.mailfold.webhookUrls)) {
      this.output(webhookUrlOutput(provider), url, `Where ${provider} posts its events`);
    }
    this.output(
      outputs.sesTopicArn,
      this.mailfold.topic.topicArn,
      `Publish the events of ${topicProvider.title} here`,
    );
    if (this.mailfold.sesConfigurationSetName) {
      this.output(
        outputs.sesConfigurationSetName,
        this.mailfold.sesConfigurationSetName,
        `Send with this ${topicProvider.title} configuration set to have its events published`,
      );
    }
    this.output(
      outputs.eventsQueueUrl,
      this.mailfold.eventsQueue.queueUrl,
      'Events on their way to the consumer',
    );
    this.output(
      outputs.deadLetterQueueUrl,
      this.mailfold.deadLetterQueue.queueUrl,
      'Events set aside; redrive them once the cause is gone',
    );
    this.output(
      outputs.sesDeadLetterQueueUrl,
      this.mailfold.sesDeadLetterQueue.queueUrl,
      `${topicProvider.title} events that SNS could not hand to the events queue`,
    );
    this.output(
      outputs.messagesTableName,
      this.mailfold.messagesTable.tableName,
      'Events and status by message',
    );
    this.output(
      outputs.suppressionSettings,
      JSON.stringify(this.mailfold.suppression),
      'When an address counts as suppressed; the command line reads it here',
    );
    this.output(
      outputs.dedupeWindowDays,
      String(this.mailfold.dedupeWindow.toDays()),
      'How long an event row is kept',
    );
    this.output(
      outputs.ownKeySecretName,
      this.mailfold.ownKey.secretName,
      'Seals cursors, hashes forgotten addresses',
    );
    this.output(outputs.consumerFunctionName, this.mailfold.consumer.functionName, 'Folds events into state');
    this.output(
      outputs.receiverLogGroupName,
      this.mailfold.receiver.logGroup.logGroupName,
      'What was refused, and why',
    );
    this.output(
      outputs.consumerLogGroupName,
      this.mailfold.consumer.logGroup.logGroupName,
      'What was stored, and what failed',
    );
    this.output(
      outputs.alarmTopicArn,
      this.mailfold.alarmTopic.topicArn,
      'Alarms are announced here; docs/runbook.md tells what to do',
    );
    this.output(outputs.dashboardName, this.mailfold.dashboardName, 'The way of an event, in CloudWatch');
    this.output(outputs.addressesTableName, this.mailfold.addressesTable.tableName, 'Suppression by address');
    this.output(
      outputs.providerSecretName,
      this.mailfold.providerSecret.secretName,
      'Put the verification keys of your providers here',
    );
  }

  private output(id: string, value: string, description: string) {
    new CfnOutput(this, id, { value, description });
  }
}
