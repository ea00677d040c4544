import { describe, expect, it } from 'vitest';
import { webhookUrlOutput } from '../../lib/outputs.ts';
import { projectVersion } from '../../lib/project-folder.ts';
import { providerNames } from '../../providers/manifests.ts';
import { synthesize } from './synthesize.ts';

const { stack, mailfold, template, refTo } = synthesize();
const valuesOf = ({ Outputs }: { Outputs?: Record<string, { Value: unknown }> }) =>
  Object.fromEntries(Object.entries(Outputs ?? {}).map(([name, { Value }]) => [name, Value]));

describe('the outputs of the stack', () => {
  it('are all that is needed to connect providers and to operate the stack', () => {
    // Without a topic that may post, SES has no URL.
    const webhookUrls = providerNames
      .filter((name) => name !== 'ses')
      .map((name) => [
        webhookUrlOutput(name),
        { 'Fn::Join': ['', [stack.resolve(mailfold.apiUrl), `/webhooks/${name}`]] },
      ]);
    const { lake } = mailfold;
    expect(valuesOf(template.toJSON())).toEqual({
      Version: projectVersion(),
      ApiUrl: stack.resolve(mailfold.apiUrl),
      ...Object.fromEntries(webhookUrls),
      SesTopicArn: refTo(mailfold.topic),
      EventsQueueUrl: refTo(mailfold.eventsQueue),
      DeadLetterQueueUrl: refTo(mailfold.deadLetterQueue),
      SesDeadLetterQueueUrl: refTo(mailfold.sesDeadLetterQueue),
      MessagesTableName: refTo(mailfold.messagesTable),
      AddressesTableName: refTo(mailfold.addressesTable),
      ConsumerFunctionName: refTo(mailfold.consumer),
      ReceiverLogGroupName: refTo(mailfold.receiver.logGroup),
      ConsumerLogGroupName: refTo(mailfold.consumer.logGroup),
      AlarmTopicArn: refTo(mailfold.alarmTopic),
      DashboardName: { 'Fn::Join': ['', ['Mailfold-', { Ref: 'AWS::Region' }]] },
      DedupeWindowDays: '30',
      LakeBucketName: lake && refTo(lake.bucket),
      LakeDatabaseName: 'mailfold',
      LakeWorkGroupName: 'Mailfold',
      LakeFailuresQueueUrl: lake && refTo(lake.historian.failures),
      LakeDimensions: JSON.stringify(mailfold.dimensions),
      TidierFunctionName: lake && refTo(lake.tidier.function),
      StatusRetentionDays: '400',
      StandardWebhookSources: '{}',
      MailfoldName: 'Mailfold',
      DeployedSettings: '{"settings":{}}',
      OwnKeySecretName: stack.resolve(mailfold.ownKey.secretName),
      SuppressionSettings: JSON.stringify(mailfold.suppression),
      ProviderSecretName: stack.resolve(mailfold.providerSecret.secretName),
    });
  });

  it('say nothing of a lake where there is none', () => {
    const names = Object.keys(valuesOf(synthesize({ lake: false }).template.toJSON()));
    expect(names.filter((name) => /lake|tidier/i.test(name))).toEqual([]);
  });

  it('name the SES configuration set when there is one', () => {
    const { template } = synthesize({ sesConfigurationSet: 'transactional' });
    const [id] = Object.keys(template.findResources('AWS::SES::ConfigurationSet'));
    expect(valuesOf(template.toJSON())).toMatchObject({ SesConfigurationSetName: { Ref: id } });
  });
});

describe('the stack', () => {
  it('is the same for every account and region', () => {
    expect(stack.environment).toBe('aws://unknown-account/unknown-region');
  });

  it('is not synthesized with an unknown setting', () => {
    expect(() => synthesize({ throttleRate: 0 })).toThrow('throttleRate: expected');
  });
});
