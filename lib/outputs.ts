/** The stack's outputs, by the names under which scripts and the command line find them. */
export const outputs = {
  apiUrl: 'ApiUrl',
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
  alarmTopicArn: 'AlarmTopicArn',
  dashboardName: 'DashboardName',
  consumerFunctionName: 'ConsumerFunctionName',
  receiverLogGroupName: 'ReceiverLogGroupName',
  consumerLogGroupName: 'ConsumerLogGroupName',
} as const;

/** `sendgrid` has its URL in `WebhookUrlSendgrid`, `standard-webhooks` in `WebhookUrlStandardWebhooks`. */
export function webhookUrlOutput(provider: string): string {
  // The name of an output has letters and digits only.
  const parts = provider.split(/[-.]/).map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return `WebhookUrl${parts.join('')}`;
}
