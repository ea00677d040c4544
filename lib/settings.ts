import { isIP } from 'node:net';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { closestWord } from '../core/closest-word.ts';
import { causes } from '../core/suppression.ts';
import { sourceProvider, topicProvider } from '../providers/manifests.ts';
import { readSourceMapping } from '../providers/source-mapping.ts';
import { BadSetting } from './bad-setting.ts';
import type { MailfoldProps } from './mailfold-props.ts';

const prefix = 'mailfold:';

/** The values that a setting accepts, in words and in code. `read` returns undefined for any other value. */
type Kind<Value> = { expected: string; read: (found: unknown) => Value | undefined };

// The bounds are those of AWS. Checked here, a mistake is reported with its key, and not halfway through a deployment.
const kinds = {
  dedupeWindowDays: wholeNumber(3),
  statusRetentionDays: wholeNumber(3),
  signatureToleranceSeconds: wholeNumber(1),
  signatureTolerancesSeconds: byName('whole numbers of seconds', wholeNumber(1).read),
  sourceAddresses: byName('lists of IP addresses and ranges', readAddresses),
  standardWebhookSources: byName(`mappings (providers/${sourceProvider.name}/README.md)`, readSourceMapping),
  sesTopicArns: topicArns(),
  sesConfigurationSet: switchOrName(),
  softBounceCap: wholeNumber(1),
  softBounceWindowDays: wholeNumber(1),
  suppressionCauses: someOf(causes),
  throttleRate: wholeNumber(1),
  throttleBurst: wholeNumber(1),
  consumerTimeoutSeconds: wholeNumber(1, 900),
  consumerMemoryMb: wholeNumber(128, 10_240),
  consumerBatchSize: wholeNumber(1, 10_000),
  consumerBatchingWindowSeconds: wholeNumber(0, 300),
  consumerMaxConcurrency: wholeNumber(2, 1000),
  maxDeliveries: wholeNumber(1, 1000),
  warmWriteUnits: wholeNumber(4_000),
  warmReadUnits: wholeNumber(12_000),
  logRetentionDays: oneOf(Object.values(RetentionDays).filter((days) => typeof days === 'number')),
  removalPolicy: oneOf(['retain', 'destroy']),
  encryptionKey: onOrOff(),
  alarmEmail: emailAddress(),
  alarmQueueAgeSeconds: wholeNumber(60, 345_600),
  alarmRefusalsPerMinute: wholeNumber(1),
  alarmStaleSignatures: wholeNumber(1),
  alarmBouncePercent: percent(),
  alarmComplaintPercent: percent(),
  alarmMinimumDeliveries: wholeNumber(1),
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
    signatureTolerance: inUnit(Duration.seconds, settings.signatureToleranceSeconds),
    signatureTolerances: eachInUnit(Duration.seconds, settings.signatureTolerancesSeconds),
    sourceAddresses: settings.sourceAddresses,
    standardWebhookSources: settings.standardWebhookSources,
    sesTopicArns: settings.sesTopicArns,
    sesConfigurationSet: settings.sesConfigurationSet,
    suppression: {
      softBounceCap: settings.softBounceCap,
      softBounceWindow: inUnit(Duration.days, settings.softBounceWindowDays),
      causes: settings.suppressionCauses,
    },
    throttle: { ratePerSecond: settings.throttleRate, burst: settings.throttleBurst },
    consumer: {
      timeout: inUnit(Duration.seconds, settings.consumerTimeoutSeconds),
      memoryMb: settings.consumerMemoryMb,
      batchSize: settings.consumerBatchSize,
      batchingWindow: inUnit(Duration.seconds, settings.consumerBatchingWindowSeconds),
      maxConcurrency: settings.consumerMaxConcurrency,
    },
    maxDeliveries: settings.maxDeliveries,
    warmThroughput: { writeUnits: settings.warmWriteUnits, readUnits: settings.warmReadUnits },
    logRetention: settings.logRetentionDays,
    removalPolicy: settings.removalPolicy && removalPolicies[settings.removalPolicy],
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
    },
  };
}

const removalPolicies = { retain: RemovalPolicy.RETAIN, destroy: RemovalPolicy.DESTROY };

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

// On the command line every value is a string, so each kind accepts the string form as well.

function wholeNumber(from: number, to?: number): Kind<number> {
  return {
    expected: to === undefined ? `a whole number, ${from} or more` : `a whole number from ${from} to ${to}`,
    read: (found) => {
      const value = typeof found === 'string' && /^\d+$/.test(found) ? Number(found) : found;
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined;
      return value >= from && value <= (to ?? Number.POSITIVE_INFINITY) ? value : undefined;
    },
  };
}

function percent(): Kind<number> {
  return {
    expected: 'a number above 0, up to 100',
    read: (found) => {
      const value = typeof found === 'string' && /^\d+(\.\d+)?$/.test(found) ? Number(found) : found;
      return typeof value === 'number' && value > 0 && value <= 100 ? value : undefined;
    },
  };
}

function emailAddress(): Kind<string> {
  return {
    expected: 'an e-mail address',
    read: (found) => (typeof found === 'string' && /^[^\s@]+@[^\s@]+$/.test(found) ? found : undefined),
  };
}

function onOrOff(): Kind<boolean> {
  return {
    expected: 'true or false',
    read: (found) => (typeof found === 'boolean' ? found : { true: true, false: false }[String(found)]),
  };
}

function oneOf<const Value extends string | number>(values: readonly Value[]): Kind<Value> {
  return {
    expected: `one of ${values.join(', ')}`,
    read: (found) => values.find((value) => value === found || String(value) === found),
  };
}

function someOf<const Value extends string>(values: readonly Value[]): Kind<Value[]> {
  return {
    expected: `some of ${values.join(', ')}, as a list or separated by commas`,
    read: (found) => {
      const list = typeof found === 'string' ? found.split(',').map((text) => text.trim()) : found;
      return Array.isArray(list) && list.every((each) => values.includes(each)) ? list : undefined;
    },
  };
}

function topicArns(): Kind<string[]> {
  return {
    expected: 'ARNs of SNS topics, as a list or separated by commas',
    read: (found) => {
      const list = typeof found === 'string' ? found.split(',').map((text) => text.trim()) : found;
      if (!Array.isArray(list)) return undefined;
      const arns = list.filter((text) => text !== '');
      return arns.every((arn) => typeof arn === 'string' && topicProvider.key.pattern.test(arn))
        ? arns
        : undefined;
    },
  };
}

function switchOrName(): Kind<boolean | string> {
  return {
    expected: 'true, false, or a name of up to 64 letters, digits, hyphens and underscores',
    read: (found) => {
      if (found === true || found === 'true') return true;
      if (found === false || found === 'false') return false;
      return typeof found === 'string' && /^[\w-]{1,64}$/.test(found) ? found : undefined;
    },
  };
}

/** An object with a value per provider or source; JSON on the command line. */
function byName<Value>(
  what: string,
  readOne: (found: unknown) => Value | undefined,
): Kind<Record<string, Value>> {
  return {
    expected: `an object of provider names and ${what}`,
    read: (found) => {
      const object = typeof found === 'string' ? parseJson(found) : found;
      if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined;
      const entries = Object.entries(object).map(([name, value]): [string, Value | undefined] => [
        name,
        readOne(value),
      ]);
      return entries.some(([, value]) => value === undefined)
        ? undefined
        : (Object.fromEntries(entries) as Record<string, Value>);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readAddresses(found: unknown): string[] | undefined {
  const isRange = (text: unknown) => {
    const [address = '', bits] = String(text).split('/');
    const family = isIP(address);
    return (
      family !== 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32)))
    );
  };
  return Array.isArray(found) && found.every(isRange) ? found : undefined;
}
