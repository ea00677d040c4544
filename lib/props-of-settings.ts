import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Table, TableClass } from 'aws-cdk-lib/aws-dynamodb';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { BadSetting } from './bad-setting.ts';
import type { ExistingParts, MailfoldProps } from './mailfold-props.ts';
import type { Settings } from './settings.ts';

/** What the construct takes for these settings. A missing setting leaves the default to the construct. */
export function propsOfSettings(scope: Construct, settings: Settings): MailfoldProps {
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
    domainName: settings.domainName,
    certificate: found(settings.certificateArn, (arn) =>
      Certificate.fromCertificateArn(scope, 'Certificate', arn),
    ),
    hostedZone: found(settings.hostedZoneId, (id) => HostedZone.fromHostedZoneId(scope, 'Zone', id)),
    disableDefaultEndpoint: settings.disableDefaultEndpoint,
    console: consoleOf(settings),
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
    eventBus: settings.eventBus,
    webhooks: settings.webhooks,
    webhookPrivateHosts: settings.webhookPrivateHosts,
    rollout: settings.rollout,
    logRetention: settings.logRetentionDays,
    removalPolicy: settings.removalPolicy && removalPolicies[settings.removalPolicy],
    deletionProtection: settings.deletionProtection,
    existing: existingParts(scope, settings),
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

function existingParts(scope: Construct, settings: Settings): ExistingParts {
  const { messagesStreamArn: tableStreamArn } = settings;
  const secret = (id: string) => (arn: string) => Secret.fromSecretCompleteArn(scope, id, arn);
  return {
    messagesTable: found(settings.messagesTableName, (tableName) =>
      Table.fromTableAttributes(scope, 'MessagesTable', { tableName, tableStreamArn }),
    ),
    addressesTable: found(settings.addressesTableName, (tableName) =>
      Table.fromTableName(scope, 'AddressesTable', tableName),
    ),
    providerSecret: found(settings.providerSecretArn, secret('ProviderSecret')),
    ownKey: found(settings.ownKeySecretArn, secret('OwnKeySecret')),
    sesConfigurationSet: settings.existingSesConfigurationSet,
    webhookSecret: found(settings.webhookSecretArn, secret('WebhookSecret')),
  };
}

/** What a name or ARN in the settings stands for. */
function found<Thing>(name: string | undefined, find: (name: string) => Thing): Thing | undefined {
  return name === undefined ? undefined : find(name);
}

/** With an issuer, people sign in there. */
function consoleOf(settings: Settings): MailfoldProps['console'] {
  const { console, consoleIssuer: issuer, consoleClientId: clientId } = settings;
  const { consoleAudience: audience, consoleScope: scope } = settings;
  if ([issuer, clientId, audience, scope].every((each) => each === undefined)) return console;
  if (!console || !issuer || !clientId)
    throw new BadSetting(
      'expected console: true, consoleIssuer and consoleClientId together; without an issuer, people sign in at a user pool of the stack',
    );
  return { signIn: { issuer, clientId, audience, scope } };
}

const tableClasses = {
  standard: TableClass.STANDARD,
  'standard-infrequent-access': TableClass.STANDARD_INFREQUENT_ACCESS,
};

const removalPolicies = {
  retain: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  destroy: RemovalPolicy.DESTROY,
};

function inUnit(unit: (amount: number) => Duration, amount: number | undefined): Duration | undefined {
  return amount === undefined ? undefined : unit(amount);
}

function eachInUnit(
  unit: (amount: number) => Duration,
  amounts: Readonly<Record<string, number>> | undefined,
): Record<string, Duration> | undefined {
  return amounts && Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, unit(amount)]));
}
