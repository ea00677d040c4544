import { Duration } from 'aws-cdk-lib';
import type { AlarmProps as CloudWatchAlarmProps, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { AccessLog } from './access-log.ts';

/** Limits of the alarms, and where they are announced. */
export interface AlarmSettings {
  /** Gets an e-mail when an alarm starts and when it ends. @default - nobody: subscribe to the alarm topic yourself */
  readonly email?: string;
  /** An existing topic to announce alarms on. Its policy must let CloudWatch publish. @default - a new topic */
  readonly topic?: ITopic;
  /**
   * Maximum age of the oldest message in the events queue. Messages that were delivered three times do not count, so a
   * limit of twice the queue's visibility timeout or more sees none that fail.
   * @default - 1.2 times the queue's visibility timeout
   */
  readonly maxQueueAge?: Duration;
  /** Maximum number of refused requests per minute, averaged over 5 minutes. @default 10 */
  readonly refusalsPerMinute?: number;
  /** Requests with a stale signature within 15 minutes that raise the alarm. @default 5 */
  readonly staleSignatures?: number;
  /** Maximum percentage of hard bounces among delivered and hard-bounced messages within an hour. @default 5 */
  readonly bounceRatePercent?: number;
  /**
   * Maximum percentage of complaints among delivered messages within a day. A single complaint raises no alarm.
   * @default 0.1
   */
  readonly complaintRatePercent?: number;
  /**
   * Minimum number of messages within that hour or day. With fewer, the bounce and complaint rates count as 0.
   * @default 200
   */
  readonly minimumDeliveries?: number;
  /**
   * How long a provider may send nothing before an alarm is raised, by provider name; 5 minutes to 7 days. Choose the
   * longest pause of an ordinary day. There is no alarm before the first event. Not available for providers whose events are
   * always rare.
   * @default - no alarm for any provider
   */
  readonly silence?: Readonly<Record<string, Duration>>;
  /**
   * The address of the runbook, which alarm mails link with the heading of the alarm. Set it if you keep a copy of your own.
   * @default - docs/runbook.md in the public repository
   */
  readonly runbookUrl?: string;
}

export interface AlarmsProps extends AlarmSettings {
  /** The prefix of every alarm name, and the `stack` dimension of the metrics. */
  readonly mailfoldName: string;
  readonly accessLog: AccessLog;
  readonly receiver: IFunction;
  /** Senders whose missing key is trouble. */
  readonly expectedKeys: readonly string[];
  readonly queue: IQueue;
  readonly visibilityTimeout: Duration;
  readonly deadLetters: IQueue;
  readonly sesDeadLetters: IQueue;
  readonly consumer: IFunction;
  /** The functions of the lake, and what the historian could not write. Absent without a lake. */
  readonly lake?: {
    readonly historian: IFunction;
    readonly failures: IQueue;
    readonly tidier: IFunction;
  };
  /** The functions that tell other programs of events, and what they gave up. Absent without a fan-out. */
  readonly fanOut?: {
    readonly announcer: IFunction;
    readonly failures: IQueue;
    readonly sender?: IFunction;
    readonly endpoints: readonly { readonly name: string; readonly setAside: IQueue }[];
  };
  /** The tables that Mailfold writes to, with the names of their indexes. */
  readonly tables: readonly { readonly table: ITable; readonly indexes: readonly string[] }[];
  readonly encryptionKey?: IKey;
}

/** Describes one alarm; alarms.ts creates it. */
export type AlarmPlan = Pick<
  CloudWatchAlarmProps,
  'threshold' | 'comparisonOperator' | 'treatMissingData'
> & {
  /** The heading in docs/runbook.md. */
  readonly title: string;
  /** A provider or an endpoint: tells apart several alarms with the same title. */
  readonly about?: string;
  /** The start of the alarm's description. */
  readonly means: string;
  readonly metric: IMetric;
  /** Raises no alarm before this metric has had a first value. */
  readonly onceThereWas?: IMetric;
  /** `[2, 3]` raises the alarm when 2 of the last 3 periods breach the threshold. @default [1, 1] */
  readonly periods?: readonly [number, number];
};

export const minute = Duration.minutes(1);
export const fiveMinutes = Duration.minutes(5);
// Trouble that ends within one period of 5 minutes should wake nobody.
export const twoOfThree = [2, 3] as const;
