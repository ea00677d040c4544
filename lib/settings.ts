import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { TableClass } from 'aws-cdk-lib/aws-dynamodb';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { closestWord } from '../core/closest-word.ts';
import { readDomainRules } from '../core/dimension-settings.ts';
import { dimensions } from '../core/email-event.ts';
import { causes } from '../core/suppression.ts';
import { providerNames, sourceProvider } from '../providers/manifests.ts';
import { readSourceMapping } from '../providers/source-mapping.ts';
import { BadSetting } from './bad-setting.ts';
import type { MailfoldProps } from './mailfold-props.ts';
import {
  argumentNames,
  byName,
  digests,
  emailAddress,
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

const prefix = 'mailfold:';

// The bounds are those of AWS. Checked here, a mistake is reported with its key, and not halfway through a deployment.
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
  softBounceCap: wholeNumber(1),
  softBounceWindowDays: wholeNumber(1),
  suppressionCauses: someOf(causes),
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
  sendingDomains: byName('domains, or objects of streams, tags, servers and otherwise', readDomainRules),
  dimensionsFromMetadata: argumentNames(),
  alwaysTold: byName(`lists of ${dimensions.join(', ')}`, someOf(dimensions).read),
  logRetentionDays: oneOf(Object.values(RetentionDays).filter((days) => typeof days === 'number')),
  removalPolicy: oneOf(['retain', 'destroy']),
  deletionProtection: onOrOff(),
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

type Settings = { [Name in keyof typeof kinds]?: ReturnType<(typeof kinds)[Name]['read']> };

/**
 * Reads the `mailfold:` keys of the CDK context, from cdk.json or from `-c mailfold:throttleRate=100`. A missing key
 * leaves the default to the construct.
 */
export function readSettings(context: Record<string, unknown>): MailfoldProps {
  const settings = parse(context);
  return {
    dedupeWindow: inUnit(Duration.days, settings.dedupeWindowDays),
    statusRetention: inUnit(Duration.days, settings.statusRetentionDays),
    providers: settings.providers,
    signatureTolerance: inUnit(Duration.seconds, settings.signatureToleranceSeconds),
    signatureTolerances: eachInUnit(Duration.seconds, settings.signatureTolerancesSeconds),
    sourceAddresses: settings.sourceAddresses,
    proxySecretDigests: settings.proxySecretSha256,
    publicUrls: settings.publicUrls,
    standardWebhookSources: settings.standardWebhookSources,
    sesTopicArns: settings.sesTopicArns,
    sesConfigurationSet: settings.sesConfigurationSet,
    suppression: {
      softBounceCap: settings.softBounceCap,
      softBounceWindow: inUnit(Duration.days, settings.softBounceWindowDays),
      causes: settings.suppressionCauses,
    },
    throttle: { ratePerSecond: settings.throttleRate, burst: settings.throttleBurst },
    receiver: { reservedConcurrency: settings.receiverReservedConcurrency },
    consumer: {
      timeout: inUnit(Duration.seconds, settings.consumerTimeoutSeconds),
      memoryMb: settings.consumerMemoryMb,
      batchSize: settings.consumerBatchSize,
      batchingWindow: inUnit(Duration.seconds, settings.consumerBatchingWindowSeconds),
      maxConcurrency: settings.consumerMaxConcurrency,
    },
    maxDeliveries: settings.maxDeliveries,
    warmThroughput: { writeUnits: settings.warmWriteUnits, readUnits: settings.warmReadUnits },
    tableClass: settings.tableClass && tableClasses[settings.tableClass],
    lake: settings.lake !== false && {
      retention: inUnit(Duration.days, settings.lakeRetentionDays),
      metadata: settings.lakeMetadata,
      sendingDomains: settings.sendingDomains,
      dimensionsFromMetadata: settings.dimensionsFromMetadata,
      alwaysTold: settings.alwaysTold,
    },
    logRetention: settings.logRetentionDays,
    removalPolicy: settings.removalPolicy && removalPolicies[settings.removalPolicy],
    deletionProtection: settings.deletionProtection,
    encryptionKey: settings.encryptionKey,
    alarms: {
      email: settings.alarmEmail,
      maxQueueAge: inUnit(Duration.seconds, settings.alarmQueueAgeSeconds),
      refusalsPerMinute: settings.alarmRefusalsPerMinute,
      staleSignatures: settings.alarmStaleSignatures,
      bounceRatePercent: settings.alarmBouncePercent,
      complaintRatePercent: settings.alarmComplaintPercent,
      minimumDeliveries: settings.alarmMinimumDeliveries,
      silence: eachInUnit(Duration.minutes, settings.silentAfterMinutes),
      runbookUrl: settings.runbookUrl,
    },
  };
}

const tableClasses = {
  standard: TableClass.STANDARD,
  'standard-infrequent-access': TableClass.STANDARD_INFREQUENT_ACCESS,
};

const removalPolicies = {
  retain: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  destroy: RemovalPolicy.DESTROY,
};

function parse(context: Record<string, unknown>): Settings {
  const ours = Object.entries(context).filter(([key, found]) => key.startsWith(prefix) && found != null);
  return Object.fromEntries(
    ours.map(([key, found]) => {
      const name = key.slice(prefix.length);
      if (!isKnown(name)) {
        const known = Object.keys(kinds).map((each) => prefix + each);
        const similar = closestWord(name, Object.keys(kinds));
        throw new BadSetting(
          `expected a known context key, found ${key}; ${similar ? `did you mean ${prefix}${similar}?` : `known keys are ${known.join(', ')}`}`,
        );
      }
      const { expected, read } = kinds[name];
      const value = withKeyInError(key, () => read(found));
      if (value === undefined) {
        throw new BadSetting(`${key}: expected ${expected}, found ${JSON.stringify(found)}`);
      }
      return [name, value];
    }),
  );
}

/** Adds the setting's key to the parser's own error. */
function withKeyInError<Value>(key: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new BadSetting(`${key}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isKnown(name: string): name is keyof typeof kinds {
  return Object.hasOwn(kinds, name);
}

function inUnit(unit: (amount: number) => Duration, amount: number | undefined): Duration | undefined {
  return amount === undefined ? undefined : unit(amount);
}

function eachInUnit(
  unit: (amount: number) => Duration,
  amounts: Readonly<Record<string, number>> | undefined,
): Record<string, Duration> | undefined {
  return amounts && Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, unit(amount)]));
}
