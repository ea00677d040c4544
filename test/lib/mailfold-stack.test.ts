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
      HistorianFunctionName: lake && refTo(lake.historian.function),
      StatusRetentionDays: '400',
      StandardWebhookSources: '{}',
      MailfoldName: 'Mailfold',
      DeployedSettings: '{"settings":{}}',
      OwnKeySecretName: stack.resolve(mailfold.ownKey.secretName),
      SuppressionSettings: JSON.stringify(mailfold.suppression),
      ProviderSecretName: stack.resolve(mailfold.providerSecret.secretName),
    });
  });

  it('do not mention a lake when there is none', () => {
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

describe('a stack that leaves nothing behind', () => {
  it('deletes every resource, and has a log group for each of its functions', () => {
    const gone = synthesize({ removalPolicy: 'destroy' });
    const { Resources } = gone.template.toJSON();
    const kept = Object.entries<{ DeletionPolicy?: string }>(Resources).filter(
      ([, { DeletionPolicy: policy = 'Delete' }]) => policy !== 'Delete',
    );
    expect(kept.map(([id]) => id)).toEqual([]);
    const names = JSON.stringify(gone.all('AWS::Logs::LogGroup').map(({ LogGroupName }) => LogGroupName));
    const logless = Object.entries(gone.template.findResources('AWS::Lambda::Function')).filter(
      ([id, { Properties }]) => !Properties.LoggingConfig?.LogGroup && !names.includes(`{"Ref":"${id}"}`),
    );
    // Lambda would create a log group for it, which no stack deletes.
    expect(logless.map(([id]) => id)).toEqual([]);
  });

  it('has the log of the function that empties the bucket before that function first runs', () => {
    const { template } = synthesize({ removalPolicy: 'destroy' });
    const [custom] = Object.values(template.findResources('Custom::S3AutoDeleteObjects'));
    const [log] = Object.entries(template.findResources('AWS::Logs::LogGroup')).filter(([, { Properties }]) =>
      JSON.stringify(Properties.LogGroupName ?? '').includes('CustomS3AutoDelete'),
    );
    expect(custom?.['DependsOn']).toContain(log?.[0]);
  });
});
