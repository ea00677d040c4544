import { RemovalPolicy } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { addDays, type Day } from '../../core/day.ts';
import { isAsked } from '../../lake/sql/asked-days.ts';
import { views } from '../../lake/sql/views.ts';
import { toldColumns } from '../../lake/told-columns.ts';
import type { EventLake } from '../../lib/event-lake.ts';
import type { Settings } from '../../lib/settings.ts';
import { readProjection } from '../../local/athena/projection.ts';
import { eventPrefix } from '../../store/keys.ts';
import { grantsOf, type Synthesized, statementsOf, synthesize, synthesizeConstruct } from './synthesize.ts';

const world = synthesize();
const { mailfold, propertiesOf, resourceOf, all, arnOf } = world;
const lake = lakeIn(world);

function lakeIn({ mailfold: { lake: found } }: Synthesized): EventLake {
  if (!found) throw new Error('expected a lake, found none');
  return found;
}

const bucketArn = arnOf(lake.bucket);
const under = (prefix: string) => ({ 'Fn::Join': ['', [bucketArn, `/${prefix}*`]] });
const actionsOn = (target: unknown, grants: { action: string; on: unknown }[]) =>
  grants.filter(({ on }) => JSON.stringify(on) === JSON.stringify(target)).map(({ action }) => action);

describe('the historian', () => {
  const [mapping] = all('AWS::Lambda::EventSourceMapping').filter((each) => each.StartingPosition);

  it('gets new event rows from the stream, and nothing else', () => {
    expect(mapping.EventSourceArn).toEqual({
      'Fn::GetAtt': [expect.stringMatching(/^MailfoldStoreMessages/), 'StreamArn'],
    });
    expect(
      mapping.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern)),
    ).toEqual([{ eventName: ['INSERT'], dynamodb: { Keys: { sortKey: { S: [{ prefix: eventPrefix }] } } } }]);
  });

  it('gets large batches, halves those that fail, and gives up before the stream forgets them', () => {
    expect(mapping).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 10_000,
      MaximumBatchingWindowInSeconds: 300,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 20,
      MaximumRecordAgeInSeconds: 23 * 3_600,
      ParallelizationFactor: 1,
      DestinationConfig: { OnFailure: { Destination: arnOf(lake.historian.failures) } },
    });
  });

  it('can add objects to the events, and neither read, list nor delete any', () => {
    const grants = grantsOf(world, lake.historian.function);
    expect(actionsOn(under('events/'), grants)).toEqual(['s3:PutObject']);
    expect(grants.map(({ action }) => action).filter((action) => action.startsWith('s3:'))).toEqual([
      's3:PutObject',
    ]);
  });

  it('can read the own key and the stream, and report failures', () => {
    const actions = grantsOf(world, lake.historian.function).map(({ action }) => action);
    expect(actions.filter((action) => !/^(logs|s3):/.test(action))).toEqual([
      'dynamodb:DescribeStream',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
      'secretsmanager:GetSecretValue',
      'sqs:SendMessage',
    ]);
  });
});

describe('the tidier', () => {
  it('runs once an hour, called by a role that may do nothing else', () => {
    const [schedule] = all('AWS::Scheduler::Schedule');
    expect(schedule).toMatchObject({
      ScheduleExpression: 'rate(1 hour)',
      State: 'ENABLED',
      Target: { Arn: arnOf(lake.tidier.function), RetryPolicy: { MaximumRetryAttempts: 2 } },
    });
    const role = schedule.Target.RoleArn['Fn::GetAtt'][0];
    const statements = all('AWS::IAM::Policy')
      .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref === role))
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    expect(statements).toEqual([
      { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: arnOf(lake.tidier.function) },
    ]);
  });

  it('can change events, its own notes and tombstones, and not the results of questions', () => {
    const grants = grantsOf(world, lake.tidier.function);
    for (const prefix of ['events/', 'tidier/', 'forgotten/'])
      expect(actionsOn(under(prefix), grants)).toEqual(['s3:DeleteObject', 's3:GetObject', 's3:PutObject']);
    expect(actionsOn(under('results/'), grants)).toEqual([]);
    expect(actionsOn(bucketArn, grants)).toEqual(['s3:ListBucket']);
  });
});

describe('the bucket', () => {
  it('is private, encrypted, reached by TLS only, and without versions that would keep forgotten people', () => {
    const bucket = propertiesOf(lake.bucket);
    expect(bucket).toMatchObject({
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
    expect(bucket.VersioningConfiguration).toBeUndefined();
    expect(JSON.stringify(all('AWS::S3::BucketPolicy'))).toContain('aws:SecureTransport');
  });

  it('survives the stack as the tables do, and is emptied and deleted where these are', () => {
    expect(resourceOf(lake.bucket)).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate' });
    const gone = synthesizeConstruct({ removalPolicy: RemovalPolicy.DESTROY });
    expect(gone.resourceOf(lakeIn(gone).bucket)).toMatchObject({ DeletionPolicy: 'Delete' });
    expect(gone.all('Custom::S3AutoDeleteObjects')).toHaveLength(1);
    expect(all('Custom::S3AutoDeleteObjects')).toHaveLength(0);
  });

  it('keeps results for a week, and events for ever or as long as it is told', () => {
    const rules = (found: Synthesized) =>
      found
        .propertiesOf(lakeIn(found).bucket)
        .LifecycleConfiguration.Rules.map(({ Id, Prefix, ExpirationInDays }: Record<string, unknown>) => [
          Id,
          Prefix,
          ExpirationInDays,
        ]);
    expect(rules(world)).toEqual([
      ['Results', 'results/', 7],
      ['InterruptedUploads', undefined, undefined],
    ]);
    const short = synthesize({ lakeRetentionDays: 90 });
    expect(rules(short)).toContainEqual(['OldEvents', 'events/', 150]);
    expect(short.propertiesOf(lakeIn(short).tidier.function).Environment.Variables.LAKE_RETENTION_DAYS).toBe(
      '90',
    );
    expect(propertiesOf(lake.tidier.function).Environment.Variables.LAKE_RETENTION_DAYS).toBe('');
  });

  it('uses the customer key where there is one, through S3 only', () => {
    const own = synthesize({ encryptionKey: true });
    expect(own.propertiesOf(lakeIn(own).bucket).BucketEncryption).toMatchObject({
      ServerSideEncryptionConfiguration: [
        { BucketKeyEnabled: true, ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } },
      ],
    });
    const [group] = own.all('AWS::Athena::WorkGroup');
    expect(group.WorkGroupConfiguration.ResultConfiguration.EncryptionConfiguration.EncryptionOption).toBe(
      'SSE_KMS',
    );
    for (const fn of [lakeIn(own).historian.function, lakeIn(own).tidier.function])
      for (const statement of statementsOf(own, fn).filter(({ Action }) =>
        JSON.stringify(Action).includes('kms:'),
      ))
        expect(JSON.stringify(statement.Condition)).toContain('kms:ViaService');
  });
});

describe('the catalog', () => {
  const tables = all('AWS::Glue::Table').map(({ TableInput }) => TableInput);
  const told = tables.find(({ Name }) => Name === 'told');

  it('has all columns of the files, and computes the days', () => {
    expect(told.StorageDescriptor.Columns.map(({ Name }: { Name: string }) => Name)).toEqual(
      toldColumns.map(({ name }) => name),
    );
    expect(told.PartitionKeys).toEqual([{ Name: 'day', Type: 'string' }]);
    expect(told.Parameters).toMatchObject({
      'projection.enabled': 'true',
      'projection.day.type': 'date',
      'projection.day.format': 'yyyy-MM-dd',
      'storage.location.template': { 'Fn::Join': ['', expect.arrayContaining([`/events/day=\${day}/`])] },
    });
  });

  it('computes as many days as `lake status` expects answers of, or as are kept, since each can cost a list', () => {
    const rangeOf = (settings: Settings) =>
      synthesize(settings)
        .all('AWS::Glue::Table')
        .map(({ TableInput }) => TableInput.Parameters['projection.day.range'])
        .find((range) => range !== undefined);
    expect(rangeOf({})).toBe('NOW-3653DAYS,NOW+2DAYS');
    expect(rangeOf({ lakeRetentionDays: 400 })).toBe('NOW-400DAYS,NOW+2DAYS');
    const isProjected = readProjection('told', 'day', told.Parameters);
    const now = new Date('2026-03-01T12:00:00Z');
    const today = '2026-03-01' as Day;
    for (const days of [-3_654, -3_653, 0, 2, 3]) {
      const day = addDays(today, days);
      expect([day, isProjected(day, now)]).toEqual([day, isAsked(day, now)]);
    }
    expect([-3_654, -3_653, 2, 3].map((days) => isAsked(addDays(today, days), now))).toEqual([
      ...[false, true, true, false],
    ]);
  });

  it('has the views with the SQL that is tested, in the form that Athena keeps', () => {
    const found = tables.filter(({ TableType }) => TableType === 'VIRTUAL_VIEW');
    expect(found.map(({ Name }) => Name)).toEqual(views.map(({ name }) => name));
    for (const [index, { ViewOriginalText, StorageDescriptor }] of found.entries()) {
      const [, packed = ''] = /^\/\* Presto View: (\S+) \*\/$/.exec(ViewOriginalText) ?? [];
      const view = JSON.parse(Buffer.from(packed, 'base64').toString());
      expect(view).toMatchObject({
        originalSql: views[index]?.sql,
        catalog: 'awsdatacatalog',
        schema: 'mailfold',
      });
      const names = StorageDescriptor.Columns.map(({ Name }: { Name: string }) => Name);
      expect(view.columns.map(({ name }: { name: string }) => name)).toEqual(names);
    }
  });

  it('limits what a question may read, whatever the caller asks for', () => {
    const [group] = all('AWS::Athena::WorkGroup');
    expect(group.WorkGroupConfiguration).toMatchObject({
      EnforceWorkGroupConfiguration: true,
      BytesScannedCutoffPerQuery: 10_000_000_000,
      EngineVersion: { SelectedEngineVersion: 'Athena engine version 3' },
    });
  });

  it('has a name that Glue accepts, and no two Mailfolds share', () => {
    const named = (stack: string) => lakeIn(synthesize({}, stack)).catalog.databaseName;
    expect(named('Mailfold')).toBe('mailfold');
    expect(named('Shop-Mail')).toMatch(/^shop_mail_[\da-f]{6}$/);
    expect(named('shop-mail')).not.toBe(named('Shop-Mail'));
  });
});

describe('a stack without a lake', () => {
  const without = synthesize({ lake: false });

  it('has none of its parts, alarms and outputs', () => {
    expect(without.mailfold.lake).toBeUndefined();
    for (const type of [
      'AWS::S3::Bucket',
      'AWS::Glue::Table',
      'AWS::Athena::WorkGroup',
      'AWS::Scheduler::Schedule',
    ])
      expect(without.all(type)).toEqual([]);
    const alarms = without.all('AWS::CloudWatch::Alarm').map(({ AlarmName }) => AlarmName);
    expect(alarms.filter((name) => /historian|tidier/.test(name))).toEqual([]);
    expect(JSON.stringify(without.template.toJSON().Outputs)).not.toContain('Lake');
  });
});

describe('the settings of the lake', () => {
  const dimensionsWith = (settings: Settings) => synthesize(settings).mailfold.dimensions;

  it('tell where dimensions come from', () => {
    expect(
      dimensionsWith({
        sendingDomains: {
          postmark: { streams: { outbound: 'Mail.Example.com.' }, otherwise: 'rest.example.com' },
          sendgrid: 'news.example.com',
        },
        dimensionsFromMetadata: { domain: 'from_domain' },
        lakeMetadata: ['campaign', 'plan'],
        alwaysTold: { mailgun: ['tags'] },
      }),
    ).toEqual({
      sendingDomains: {
        postmark: { streams: { outbound: 'mail.example.com' }, otherwise: 'rest.example.com' },
        sendgrid: { otherwise: 'news.example.com' },
      },
      fromMetadata: { domain: 'from_domain' },
      metadata: ['campaign', 'plan'],
      alwaysTold: { mailgun: ['tags'] },
    });
    expect(mailfold.dimensions).toEqual({
      sendingDomains: {},
      fromMetadata: {},
      metadata: [],
      alwaysTold: {},
    });
  });

  it.each([
    [{ sendingDomains: { postmarc: 'a.example' } }, 'found "postmarc"'],
    [{ sendingDomains: { postmark: 'nodomain' } }, 'expected an object of provider names and domains'],
    [{ sendingDomains: { postmark: { stream: {} } } }, 'expected an object of provider names and domains'],
    [{ dimensionsFromMetadata: { colour: 'x' } }, 'expected an object of some of domain'],
    [{ alwaysTold: { mailgun: ['colour'] } }, 'lists of stream, tags'],
    [{ lakeRetentionDays: 30 }, 'expected a whole number, 31 or more'],
    [{ lake: 'perhaps' }, 'expected true or false'],
  ])('%j are refused: %s', (settings, reason) => {
    expect(() => synthesize(settings as never)).toThrow(reason);
  });
});
