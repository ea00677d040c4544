import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { MailfoldProps } from './mailfold-props.ts';
import type { Settings } from './settings.ts';

/** What the construct takes for these settings. A missing setting leaves the default to the construct. */
export function propsOfSettings(scope: Construct, settings: Settings): MailfoldProps {
  const { certificateArn, hostedZoneId } = settings;
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
    certificate:
      certificateArn === undefined
        ? undefined
        : Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    hostedZone:
      hostedZoneId === undefined ? undefined : HostedZone.fromHostedZoneId(scope, 'Zone', hostedZoneId),
    disableDefaultEndpoint: settings.disableDefaultEndpoint,
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
    rollout: settings.rollout,
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
