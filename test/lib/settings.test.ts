import { readFileSync } from 'node:fs';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { TableClass } from 'aws-cdk-lib/aws-dynamodb';
import { describe, expect, it } from 'vitest';
import { propsOfSettings } from '../../lib/props-of-settings.ts';
import { checkSettings, settingNames } from '../../lib/settings.ts';
import { manifests } from '../../providers/manifests.ts';
import { everySetting } from '../support/every-setting.ts';

const { certificateArn, messagesStreamArn, providerSecretArn: secretArn } = everySetting;
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
  domainName: 'hooks.example.com',
  certificate: expect.objectContaining({ certificateArn }),
  hostedZone: expect.objectContaining({ hostedZoneId: 'Z0123456789' }),
  disableDefaultEndpoint: true,
  console: {
    signIn: {
      issuer: 'https://login.example.com',
      clientId: 'console',
      audience: 'mailfold',
      scope: 'console/use',
    },
  },
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
  eventBus: true,
  webhooks: [{ name: 'shop', url: 'https://shop.example.com/hooks', types: ['email.bounced'] }],
  webhookPrivateHosts: ['10.0.0.5:8080'],
  rollout: 'canary',
  logRetention: 90,
  removalPolicy: RemovalPolicy.DESTROY,
  deletionProtection: false,
  existing: {
    messagesTable: expect.objectContaining({ tableName: 'restored', tableStreamArn: messagesStreamArn }),
    addressesTable: expect.objectContaining({ tableName: 'addresses-2' }),
    providerSecret: expect.objectContaining({ secretFullArn: secretArn }),
    ownKey: expect.objectContaining({ secretFullArn: secretArn }),
    sesConfigurationSet: 'transactional',
    webhookSecret: expect.objectContaining({ secretFullArn: everySetting.webhookSecretArn }),
  },
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

const readSettings = (given: Record<string, unknown>) => propsOfSettings(new Stack(), checkSettings(given));

describe('the settings', () => {
  it('become the props of the construct', () => {
    expect(readSettings(everySetting as Record<string, unknown>)).toEqual(asProps);
    expect(Object.keys(everySetting).toSorted(), 'a setting is not in this test').toEqual(
      settingNames.toSorted(),
    );
  });

  it('leave missing values to the construct', () => {
    const unset = {
      existing: {},
      suppression: {},
      throttle: {},
      receiver: {},
      consumer: {},
      warmThroughput: {},
      lake: {},
      alarms: {},
    };
    expect(readSettings({})).toEqual(unset);
    expect(readSettings({ throttleRate: undefined })).toEqual(unset);
  });

  it('leave the lake out where it is not wanted', () => {
    expect(readSettings({ lake: false, lakeRetentionDays: 90 }).lake).toBe(false);
  });

  it('accept every form of removal policy, configuration set and topic list', () => {
    expect(readSettings({ removalPolicy: 'retain' }).removalPolicy).toBe(
      RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    );
    const sesConfigurationSet = (value: unknown) =>
      readSettings({ sesConfigurationSet: value }).sesConfigurationSet;
    expect(sesConfigurationSet('transactional')).toBe('transactional');
    expect(sesConfigurationSet(false)).toBe(false);
    expect(readSettings({ sesTopicArns: [] }).sesTopicArns).toEqual([]);
  });

  it.each([
    ['dedupeWindowDays', 2, 'a whole number, 3 or more, found 2'],
    ['dedupeWindowDays', 'P30D', 'a whole number, 3 or more, found "P30D"'],
    ['statusRetentionDays', 400.5, 'a whole number, 3 or more, found 400.5'],
    ['signatureToleranceSeconds', -5, 'a whole number, 1 or more, found -5'],
    ['signatureToleranceSeconds', '60', 'a whole number, 1 or more, found "60"'],
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
      ['complaint', 'boredom'],
      /a list of some of complaint, hard_bounce, .*, found \["complaint","boredom"\]/,
    ],
    ['throttleRate', '', 'a whole number, 1 or more, found ""'],
    ['domainName', 'https://hooks.example.com', /a domain name such as hooks.example.com/],
    ['domainName', 'localhost', /a domain name such as hooks.example.com/],
    ['certificateArn', 'arn:aws:iam::111122223333:server-certificate/x', /the ARN of a certificate/],
    ['hostedZoneId', 'example.com', /the id of a hosted zone/],
    ['throttleBurst', true, 'a whole number, 1 or more, found true'],
    ['consumerTimeoutSeconds', 901, 'a whole number from 1 to 900, found 901'],
    ['consumerMemoryMb', 64, 'a whole number from 128 to 10240, found 64'],
    ['consumerBatchSize', 0, 'a whole number from 1 to 10000, found 0'],
    ['consumerBatchingWindowSeconds', 301, 'a whole number from 0 to 300, found 301'],
    ['consumerMaxConcurrency', 1, 'a whole number from 2 to 1000, found 1'],
    ['logRetentionDays', 31, /one of 1, 3, 5, 7, 14, 30, .*, found 31$/],
    ['tableClass', 'cold', 'one of standard, standard-infrequent-access, found "cold"'],
    ['removalPolicy', 'delete', 'one of retain, destroy, found "delete"'],
    ['sesTopicArns', 'ses-events', 'a list of ARNs of SNS topics, found "ses-events"'],
    [
      'sesTopicArns',
      ['arn:aws:sqs:eu-west-1:111122223333:queue'],
      /a list of ARNs of SNS topics, found \["arn:aws:sqs:/,
    ],
    ['sesConfigurationSet', 'two words', /true, false, or a name .*, found "two words"$/],
    ['messagesTableName', 'a b', 'the name of a table, found "a b"'],
    [
      'providerSecretArn',
      'arn:aws:secretsmanager:eu-west-1:111122223333:secret:keys',
      /^providerSecretArn: expected the complete ARN of a secret/,
    ],
    ['encryptionKey', 'yes', 'true or false, found "yes"'],
    [
      'proxySecretSha256',
      ['my secret'],
      /a list of SHA-256 digests of 64 hexadecimal digits, found \["my secret"\]$/,
    ],
    [
      'publicUrls',
      ['hooks.example.com'],
      /addresses that begin with https:\/\/ .*, found \["hooks.example.com"\]$/,
    ],
    ['publicUrls', ['https://a.example?b'], /addresses that begin with https:\/\/ .* have no query/],
    ['alarmEmail', 'ops', 'an e-mail address, found "ops"'],
    ['runbookUrl', 'docs/runbook.md', /begins with https:\/\/, .*, found "docs\/runbook.md"$/],
    ['providers', ['sendgrid', 'pigeon'], /a list of some of sendgrid, .*, found \["sendgrid","pigeon"\]$/],
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
    const read = () => readSettings({ [name]: found });
    expect(read).toThrow(new RegExp(`^${name}: .*expected `));
    expect(read).toThrow(message);
  });

  it('include every setting that a manifest takes keys from', () => {
    const settings = manifests.flatMap(({ key }) => (key.source === 'setting' ? [key.setting] : []));
    expect(settings.length).toBeGreaterThan(0);
    for (const name of settings) expect(() => readSettings({ [name]: [] })).not.toThrow();
  });

  it('refuse a misspelt name with a suggestion', () => {
    expect(() => readSettings({ dedupWindowDays: 30 })).toThrow(
      'found "dedupWindowDays"; did you mean dedupeWindowDays?',
    );
  });

  it.each(['window', 'toString', ''])('refuse the unknown name "%s"', (name) => {
    expect(() => readSettings({ [name]: 30 })).toThrow(
      `expected a known setting, found "${name}"; known settings are dedupeWindowDays, statusRetentionDays, `,
    );
  });

  it('are listed in docs/settings.md, each with its default and meaning', () => {
    const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(listed.toSorted()).toEqual(settingNames.toSorted());
  });
});
