import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { closestWord } from '../core/closest-word.ts';
import { type DomainRules, readDomainRules } from '../core/dimension-settings.ts';
import { dimensions } from '../core/email-event.ts';
import { causes } from '../core/suppression.ts';
import { providerNames, sourceProvider } from '../providers/manifests.ts';
import { readSourceMapping } from '../providers/source-mapping.ts';
import { BadSetting } from './bad-setting.ts';
import {
  argumentNames,
  byName,
  digests,
  emailAddress,
  endpoints,
  matching,
  names,
  oneOf,
  onOrOff,
  percent,
  readAddresses,
  someOf,
  switchOrName,
  topicArns,
  webAddress,
  webAddresses,
  wholeNumber,
} from './setting-kinds.ts';

const tableName = /^[\w.-]{3,255}$/;
// With the six characters that Secrets Manager adds: policies need them.
const secretArn = /^arn:[a-z-]+:secretsmanager:[a-z0-9-]+:\d{12}:secret:\S+-[A-Za-z0-9]{6}$/;

/**
 * Every setting. A new one takes a line here, a line in props-of-settings.ts and a line in the table of docs/settings.md. The bounds are
 * those of AWS: checked here, a mistake is reported with its name, and not halfway through a deployment.
 */
const kinds = {
  dedupeWindowDays: wholeNumber(3),
  statusRetentionDays: wholeNumber(3),
  providers: someOf(providerNames),
  signatureToleranceSeconds: wholeNumber(1),
  signatureTolerancesSeconds: byName('whole numbers of seconds', wholeNumber(1).read),
  sourceAddresses: byName('lists of IP addresses and ranges', readAddresses),
  proxySecretSha256: digests(),
  publicUrls: webAddresses(),
  standardWebhookSources: byName(`mappings (providers/${sourceProvider.name}/README.md)`, readSourceMapping),
  sesTopicArns: topicArns(),
  sesConfigurationSet: switchOrName(),
  existingSesConfigurationSet: matching('the name of a configuration set', /^[\w-]{1,64}$/),
  softBounceCap: wholeNumber(1),
  softBounceWindowDays: wholeNumber(1),
  suppressionCauses: someOf(causes),
  domainName: matching(
    'a domain name such as hooks.example.com, in lower case',
    /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
  ),
  certificateArn: matching(
    'the ARN of a certificate',
    /^arn:[a-z-]+:acm:[a-z0-9-]+:\d{12}:certificate\/\S+$/,
  ),
  hostedZoneId: matching('the id of a hosted zone, such as Z0123456789ABCDEFGHIJ', /^Z[A-Z0-9]{1,31}$/),
  disableDefaultEndpoint: onOrOff(),
  console: onOrOff(),
  consoleIssuer: webAddress(),
  consoleClientId: matching('a string without spaces', /^\S+$/),
  consoleAudience: matching('a string without spaces', /^\S+$/),
  consoleScope: matching('a string without spaces', /^\S+$/),
  throttleRate: wholeNumber(1),
  throttleBurst: wholeNumber(1),
  receiverReservedConcurrency: wholeNumber(1),
  consumerTimeoutSeconds: wholeNumber(1, 900),
  consumerMemoryMb: wholeNumber(128, 10_240),
  consumerBatchSize: wholeNumber(1, 10_000),
  consumerBatchingWindowSeconds: wholeNumber(0, 300),
  consumerMaxConcurrency: wholeNumber(2, 1000),
  maxDeliveries: wholeNumber(1, 1000),
  warmWriteUnits: wholeNumber(4_000),
  warmReadUnits: wholeNumber(12_000),
  tableClass: oneOf(['standard', 'standard-infrequent-access']),
  lake: onOrOff(),
  lakeRetentionDays: wholeNumber(31),
  lakeMetadata: names('names of custom arguments'),
  sendingDomains: byName<string | DomainRules>(
    'domains, or objects of streams, tags, servers and otherwise',
    readDomainRules,
  ),
  dimensionsFromMetadata: argumentNames(),
  alwaysTold: byName(`lists of ${dimensions.join(', ')}`, someOf(dimensions).read),
  eventBus: onOrOff(),
  webhooks: endpoints(),
  webhookPrivateHosts: names('hosts, or hosts with ports'),
  rollout: oneOf(['all-at-once', 'canary']),
  logRetentionDays: oneOf(Object.values(RetentionDays).filter((days) => typeof days === 'number')),
  removalPolicy: oneOf(['retain', 'destroy']),
  deletionProtection: onOrOff(),
  messagesTableName: matching('the name of a table', tableName),
  messagesStreamArn: matching(
    'the ARN of a stream of a table',
    /^arn:[a-z-]+:dynamodb:\S+:table\/\S+\/stream\/\S+$/,
  ),
  addressesTableName: matching('the name of a table', tableName),
  providerSecretArn: matching('the complete ARN of a secret', secretArn),
  ownKeySecretArn: matching('the complete ARN of a secret', secretArn),
  webhookSecretArn: matching('the complete ARN of a secret', secretArn),
  encryptionKey: onOrOff(),
  alarmEmail: emailAddress(),
  alarmQueueAgeSeconds: wholeNumber(60, 345_600),
  alarmRefusalsPerMinute: wholeNumber(1),
  alarmStaleSignatures: wholeNumber(1),
  alarmBouncePercent: percent(),
  alarmComplaintPercent: percent(),
  alarmMinimumDeliveries: wholeNumber(1),
  runbookUrl: webAddress(),
  silentAfterMinutes: byName('whole numbers of minutes from 5 to 10080', wholeNumber(5, 10_080).read),
};

type Values = { [Name in keyof typeof kinds]?: ReturnType<(typeof kinds)[Name]['read']> };

/** The settings of a stage in mailfold.config.ts. docs/settings.md explains each; one that is missing has its default. */
export interface Settings extends Readonly<Values> {}

/** In the order of the list above. */
export const settingNames = Object.keys(kinds);

/** Checks names and values. A setting that is undefined counts as missing. */
export function checkSettings(found: Readonly<Record<string, unknown>>): Settings {
  const given = Object.entries(found).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, checkSetting(name, value)]));
}

function checkSetting(name: string, found: unknown): unknown {
  if (!isKnown(name)) {
    const similar = closestWord(name, settingNames);
    throw new BadSetting(
      `expected a known setting, found "${name}"; ${similar ? `did you mean ${similar}?` : `known settings are ${settingNames.join(', ')}`}`,
    );
  }
  const { expected, read } = kinds[name];
  const value = withNameInError(name, () => read(found));
  if (value === undefined)
    throw new BadSetting(`${name}: expected ${expected}, found ${JSON.stringify(found)}`);
  return value;
}

/** Adds the setting's name to the parser's own error. */
function withNameInError<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new BadSetting(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isKnown(name: string): name is keyof typeof kinds {
  return Object.hasOwn(kinds, name);
}
