import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { TableClass } from 'aws-cdk-lib/aws-dynamodb';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../lib/settings.ts';
import { manifests } from '../../providers/manifests.ts';

const asProps = {
  dedupeWindow: Duration.days(20),
  statusRetention: Duration.days(100),
  providers: ['sendgrid', 'ses'],
  signatureTolerance: Duration.seconds(60),
  signatureTolerances: { mailgun: Duration.seconds(3600) },
  sourceAddresses: { postmark: ['192.0.2.7', '2001:db8::/32'] },
  proxySecretDigests: ['ab'.repeat(32), 'CD'.repeat(32)],
  publicUrls: ['https://hooks.example.com', 'https://cdn.example.com/mail'],
  standardWebhookSources: { 'acme-mail': { types: { bounced: 'hard_bounce' } } },
  sesTopicArns: ['arn:aws:sns:eu-west-1:111122223333:one', 'arn:aws-cn:sns:cn-north-1:111122223333:two'],
  sesConfigurationSet: true,
  suppression: { softBounceCap: 3, softBounceWindow: Duration.days(7), causes: ['complaint', 'hard_bounce'] },
  throttle: { ratePerSecond: 10, burst: 20 },
  receiver: { reservedConcurrency: 50 },
  consumer: {
    timeout: Duration.seconds(30),
    memoryMb: 512,
    batchSize: 50,
    batchingWindow: Duration.seconds(2),
    maxConcurrency: 5,
  },
  maxDeliveries: 12,
  warmThroughput: { writeUnits: 20_000, readUnits: 30_000 },
  tableClass: TableClass.STANDARD_INFREQUENT_ACCESS,
  lake: {
    retention: Duration.days(400),
    metadata: ['campaign', 'plan'],
    sendingDomains: { postmark: { streams: { outbound: 'mail.example.com' } } },
    dimensionsFromMetadata: { domain: 'from_domain' },
    alwaysTold: { sendgrid: ['template'] },
  },
  logRetention: 90,
  removalPolicy: RemovalPolicy.DESTROY,
  deletionProtection: false,
  encryptionKey: true,
  alarms: {
    email: 'ops@example.com',
    maxQueueAge: Duration.seconds(300),
    refusalsPerMinute: 20,
    staleSignatures: 3,
    bounceRatePercent: 2.5,
    complaintRatePercent: 0.05,
    minimumDeliveries: 1000,
    silence: { sendgrid: Duration.minutes(60) },
    runbookUrl: 'https://wiki.example.com/runbook',
  },
};

describe('the settings', () => {
  it('can be typed, as in cdk.json', () => {
    const settings = readSettings({
      'mailfold:dedupeWindowDays': 20,
      'mailfold:statusRetentionDays': 100,
      'mailfold:providers': ['sendgrid', 'ses'],
      'mailfold:signatureToleranceSeconds': 60,
      'mailfold:signatureTolerancesSeconds': { mailgun: 3600 },
      'mailfold:sourceAddresses': asProps.sourceAddresses,
      'mailfold:proxySecretSha256': asProps.proxySecretDigests,
      'mailfold:publicUrls': asProps.publicUrls,
      'mailfold:standardWebhookSources': asProps.standardWebhookSources,
      'mailfold:sesTopicArns': asProps.sesTopicArns,
      'mailfold:sesConfigurationSet': true,
      'mailfold:softBounceCap': 3,
      'mailfold:softBounceWindowDays': 7,
      'mailfold:suppressionCauses': ['complaint', 'hard_bounce'],
      'mailfold:throttleRate': 10,
      'mailfold:throttleBurst': 20,
      'mailfold:receiverReservedConcurrency': 50,
      'mailfold:consumerTimeoutSeconds': 30,
      'mailfold:consumerMemoryMb': 512,
      'mailfold:consumerBatchSize': 50,
      'mailfold:consumerBatchingWindowSeconds': 2,
      'mailfold:consumerMaxConcurrency': 5,
      'mailfold:maxDeliveries': 12,
      'mailfold:warmWriteUnits': 20_000,
      'mailfold:warmReadUnits': 30_000,
      'mailfold:tableClass': 'standard-infrequent-access',
      'mailfold:lake': true,
      'mailfold:lakeRetentionDays': 400,
      'mailfold:lakeMetadata': ['campaign', 'plan'],
      'mailfold:sendingDomains': asProps.lake.sendingDomains,
      'mailfold:dimensionsFromMetadata': asProps.lake.dimensionsFromMetadata,
      'mailfold:alwaysTold': asProps.lake.alwaysTold,
      'mailfold:logRetentionDays': 90,
      'mailfold:removalPolicy': 'destroy',
      'mailfold:deletionProtection': false,
      'mailfold:encryptionKey': true,
      'mailfold:alarmEmail': 'ops@example.com',
      'mailfold:alarmQueueAgeSeconds': 300,
      'mailfold:alarmRefusalsPerMinute': 20,
      'mailfold:alarmStaleSignatures': 3,
      'mailfold:alarmBouncePercent': 2.5,
      'mailfold:alarmComplaintPercent': 0.05,
      'mailfold:alarmMinimumDeliveries': 1000,
      'mailfold:silentAfterMinutes': { sendgrid: 60 },
      'mailfold:runbookUrl': 'https://wiki.example.com/runbook',
    });
    expect(settings).toEqual(asProps);
  });

  it('can be strings, as on the command line', () => {
    const settings = readSettings({
      'mailfold:dedupeWindowDays': '20',
      'mailfold:statusRetentionDays': '100',
      'mailfold:providers': 'sendgrid, ses',
      'mailfold:signatureToleranceSeconds': '60',
      'mailfold:signatureTolerancesSeconds': '{"mailgun": "3600"}',
      'mailfold:sourceAddresses': JSON.stringify(asProps.sourceAddresses),
      'mailfold:proxySecretSha256': asProps.proxySecretDigests.join(', '),
      'mailfold:publicUrls': 'https://hooks.example.com/, https://cdn.example.com/mail',
      'mailfold:standardWebhookSources': JSON.stringify(asProps.standardWebhookSources),
      'mailfold:sesTopicArns': asProps.sesTopicArns.join(', '),
      'mailfold:sesConfigurationSet': 'true',
      'mailfold:softBounceCap': '3',
      'mailfold:softBounceWindowDays': '7',
      'mailfold:suppressionCauses': 'complaint, hard_bounce',
      'mailfold:throttleRate': '10',
      'mailfold:throttleBurst': '20',
      'mailfold:receiverReservedConcurrency': '50',
      'mailfold:consumerTimeoutSeconds': '30',
      'mailfold:consumerMemoryMb': '512',
      'mailfold:consumerBatchSize': '50',
      'mailfold:consumerBatchingWindowSeconds': '2',
      'mailfold:consumerMaxConcurrency': '5',
      'mailfold:maxDeliveries': '12',
      'mailfold:warmWriteUnits': '20000',
      'mailfold:warmReadUnits': '30000',
      'mailfold:tableClass': 'standard-infrequent-access',
      'mailfold:lake': 'true',
      'mailfold:lakeRetentionDays': '400',
      'mailfold:lakeMetadata': 'campaign, plan',
      'mailfold:sendingDomains': JSON.stringify(asProps.lake.sendingDomains),
      'mailfold:dimensionsFromMetadata': JSON.stringify(asProps.lake.dimensionsFromMetadata),
      'mailfold:alwaysTold': JSON.stringify(asProps.lake.alwaysTold),
      'mailfold:logRetentionDays': '90',
      'mailfold:removalPolicy': 'destroy',
      'mailfold:deletionProtection': 'false',
      'mailfold:encryptionKey': 'true',
      'mailfold:alarmEmail': 'ops@example.com',
      'mailfold:alarmQueueAgeSeconds': '300',
      'mailfold:alarmRefusalsPerMinute': '20',
      'mailfold:alarmStaleSignatures': '3',
      'mailfold:alarmBouncePercent': '2.5',
      'mailfold:alarmComplaintPercent': '0.05',
      'mailfold:alarmMinimumDeliveries': '1000',
      'mailfold:silentAfterMinutes': '{"sendgrid": 60}',
      'mailfold:runbookUrl': 'https://wiki.example.com/runbook',
    });
    expect(settings).toEqual(asProps);
  });

  it('leave missing values to the construct', () => {
    const unset = {
      suppression: {},
      throttle: {},
      receiver: {},
      consumer: {},
      warmThroughput: {},
      lake: {},
      alarms: {},
    };
    expect(readSettings({})).toEqual(unset);
    expect(readSettings({ 'mailfold:throttleRate': null, 'other:key': 'fast' })).toEqual(unset);
  });

  it('leave the lake out where it is not wanted', () => {
    expect(readSettings({ 'mailfold:lake': 'false', 'mailfold:lakeRetentionDays': 90 }).lake).toBe(false);
  });

  it('accept every form of removal policy, configuration set and topic list', () => {
    expect(readSettings({ 'mailfold:removalPolicy': 'retain' }).removalPolicy).toBe(
      RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    );
    const sesConfigurationSet = (value: unknown) =>
      readSettings({ 'mailfold:sesConfigurationSet': value }).sesConfigurationSet;
    expect(sesConfigurationSet('transactional')).toBe('transactional');
    expect(sesConfigurationSet('false')).toBe(false);
    expect(sesConfigurationSet(false)).toBe(false);
    expect(readSettings({ 'mailfold:sesTopicArns': '' }).sesTopicArns).toEqual([]);
  });

  it.each([
    ['dedupeWindowDays', 2, 'a whole number, 3 or more, found 2'],
    ['dedupeWindowDays', 'P30D', 'a whole number, 3 or more, found "P30D"'],
    ['statusRetentionDays', 400.5, 'a whole number, 3 or more, found 400.5'],
    ['signatureToleranceSeconds', '-5', 'a whole number, 1 or more, found "-5"'],
    [
      'signatureTolerancesSeconds',
      { mailgun: 0 },
      'an object of provider names and whole numbers of seconds, found',
    ],
    [
      'signatureTolerancesSeconds',
      'soon',
      'an object of provider names and whole numbers of seconds, found "soon"',
    ],
    [
      'sourceAddresses',
      { postmark: ['192.0.2'] },
      'an object of provider names and lists of IP addresses and ranges, found',
    ],
    [
      'sourceAddresses',
      { postmark: ['192.0.2.0/33'] },
      'an object of provider names and lists of IP addresses and ranges, found',
    ],
    [
      'standardWebhookSources',
      { acme: { types: { bounced: 'explosion' } } },
      /"types" for "bounced" to be one of .*, found "explosion"/,
    ],
    [
      'suppressionCauses',
      'complaint, boredom',
      /some of complaint, hard_bounce, .*, found "complaint, boredom"/,
    ],
    ['throttleRate', '', 'a whole number, 1 or more, found ""'],
    ['throttleBurst', true, 'a whole number, 1 or more, found true'],
    ['consumerTimeoutSeconds', 901, 'a whole number from 1 to 900, found 901'],
    ['consumerMemoryMb', '64', 'a whole number from 128 to 10240, found "64"'],
    ['consumerBatchSize', 0, 'a whole number from 1 to 10000, found 0'],
    ['consumerBatchingWindowSeconds', 301, 'a whole number from 0 to 300, found 301'],
    ['consumerMaxConcurrency', 1, 'a whole number from 2 to 1000, found 1'],
    ['logRetentionDays', 31, /one of 1, 3, 5, 7, 14, 30, .*, found 31$/],
    ['tableClass', 'cold', 'one of standard, standard-infrequent-access, found "cold"'],
    ['removalPolicy', 'delete', 'one of retain, destroy, found "delete"'],
    [
      'sesTopicArns',
      'ses-events',
      'ARNs of SNS topics, as a list or separated by commas, found "ses-events"',
    ],
    [
      'sesTopicArns',
      ['arn:aws:sqs:eu-west-1:111122223333:queue'],
      /ARNs of SNS topics, .* found \["arn:aws:sqs:/,
    ],
    ['sesConfigurationSet', 'two words', /true, false, or a name .*, found "two words"$/],
    ['encryptionKey', 'yes', 'true or false, found "yes"'],
    ['proxySecretSha256', 'my secret', /SHA-256 digests of 64 hexadecimal digits, .*, found "my secret"$/],
    [
      'publicUrls',
      'hooks.example.com',
      /addresses that begin with https:\/\/ .*, found "hooks.example.com"$/,
    ],
    ['publicUrls', ['https://a.example?b'], /addresses that begin with https:\/\/ .* have no query/],
    ['alarmEmail', 'ops', 'an e-mail address, found "ops"'],
    ['runbookUrl', 'docs/runbook.md', /begins with https:\/\/, .*, found "docs\/runbook.md"$/],
    ['providers', 'sendgrid, pigeon', /some of sendgrid, .*, found "sendgrid, pigeon"$/],
    ['receiverReservedConcurrency', 0, 'a whole number, 1 or more, found 0'],
    ['alarmBouncePercent', 0, 'a number above 0, up to 100, found 0'],
    ['alarmComplaintPercent', '0,1', 'a number above 0, up to 100, found "0,1"'],
    ['alarmQueueAgeSeconds', 30, 'a whole number from 60 to 345600, found 30'],
    [
      'silentAfterMinutes',
      { sendgrid: 4 },
      'an object of provider names and whole numbers of minutes from 5 to',
    ],
    ['sesConfigurationSet', 1, /true, false, or a name .*, found 1$/],
  ])('say what %s should be when it is %j', (name, found, message) => {
    const read = () => readSettings({ [`mailfold:${name}`]: found });
    expect(read).toThrow(new RegExp(`^mailfold:${name}: .*expected `));
    expect(read).toThrow(message);
  });

  it('include every setting that a manifest takes keys from', () => {
    const settings = manifests.flatMap(({ key }) => (key.source === 'setting' ? [key.setting] : []));
    expect(settings.length).toBeGreaterThan(0);
    for (const name of settings) expect(() => readSettings({ [`mailfold:${name}`]: [] })).not.toThrow();
  });

  it('refuse a misspelt key with a suggestion', () => {
    expect(() => readSettings({ 'mailfold:dedupWindowDays': 30 })).toThrow(
      'found mailfold:dedupWindowDays; did you mean mailfold:dedupeWindowDays?',
    );
  });

  it.each(['mailfold:window', 'mailfold:toString', 'mailfold:'])('refuse the unknown key %s', (key) => {
    expect(() => readSettings({ [key]: 30 })).toThrow(
      `expected a known context key, found ${key}; known keys are mailfold:dedupeWindowDays, mailfold:statusRetentionDays, `,
    );
  });
});
