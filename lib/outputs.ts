/** The names of the stack's outputs. Scripts and the command line look them up. */
export const outputs = {
  version: 'Version',
  mailfoldName: 'MailfoldName',
  apiUrl: 'ApiUrl',
  domainTarget: 'DomainTarget',
  consoleUrl: 'ConsoleUrl',
  consoleUserPoolId: 'ConsoleUserPoolId',
  sesTopicArn: 'SesTopicArn',
  sesConfigurationSetName: 'SesConfigurationSetName',
  eventsQueueUrl: 'EventsQueueUrl',
  deadLetterQueueUrl: 'DeadLetterQueueUrl',
  sesDeadLetterQueueUrl: 'SesDeadLetterQueueUrl',
  messagesTableName: 'MessagesTableName',
  addressesTableName: 'AddressesTableName',
  providerSecretName: 'ProviderSecretName',
  ownKeySecretName: 'OwnKeySecretName',
  suppressionSettings: 'SuppressionSettings',
  dedupeWindowDays: 'DedupeWindowDays',
  statusRetentionDays: 'StatusRetentionDays',
  standardWebhookSources: 'StandardWebhookSources',
  lakeBucketName: 'LakeBucketName',
  lakeDatabaseName: 'LakeDatabaseName',
  lakeWorkGroupName: 'LakeWorkGroupName',
  lakeFailuresQueueUrl: 'LakeFailuresQueueUrl',
  lakeDimensions: 'LakeDimensions',
  tidierFunctionName: 'TidierFunctionName',
  historianFunctionName: 'HistorianFunctionName',
  eventBusName: 'EventBusName',
  announcerFailuresQueueUrl: 'AnnouncerFailuresQueueUrl',
  webhookEndpoints: 'WebhookEndpoints',
  webhookDeliveriesTableName: 'WebhookDeliveriesTableName',
  webhookSecretName: 'WebhookSecretName',
  alarmTopicArn: 'AlarmTopicArn',
  dashboardName: 'DashboardName',
  consumerFunctionName: 'ConsumerFunctionName',
  receiverLogGroupName: 'ReceiverLogGroupName',
  consumerLogGroupName: 'ConsumerLogGroupName',
  deployedSettings: 'DeployedSettings',
} as const;

/** The output with a provider's webhook URL: `WebhookUrlStandardWebhooks` for `standard-webhooks`. */
export function webhookUrlOutput(provider: string): string {
  // CloudFormation allows only letters and digits in the name of an output.
  const parts = provider.split(/[-.]/).map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return `WebhookUrl${parts.join('')}`;
}
