import type { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Cause } from '../core/suppression.ts';
import type { SourceMapping } from '../providers/source-mapping.ts';
import type { AlarmSettings } from './alarm-plans.ts';
import type { ConsumerTuning } from './event-consumer.ts';
import type { Throttle } from './webhook-api.ts';

/** When an address counts as suppressed. */
export interface SuppressionProps {
  /** So many messages that bounced softly, within the window, count like a hard bounce. @default 5 */
  readonly softBounceCap?: number;
  /** Whole days. @default Duration.days(30) */
  readonly softBounceWindow?: Duration;
  /** What suppresses; evidence of anything else is not kept. @default - all causes */
  readonly causes?: readonly Cause[];
}

/** Everything has a default: `new Mailfold(this, 'Mailfold')` is a complete system. */
export interface MailfoldProps {
  /**
   * How long a repeated event is recognised and counted once. Whole days, at least 3.
   * @default Duration.days(30)
   */
  readonly dedupeWindow?: Duration;
  /**
   * How long the status of a message is kept. Whole days, no fewer than `dedupeWindow`.
   * @default Duration.days(400)
   */
  readonly statusRetention?: Duration;
  /**
   * How far a provider's signed timestamp may be from our clock, either way.
   * @default Duration.minutes(5)
   */
  readonly signatureTolerance?: Duration;
  /**
   * The same for single providers, by name. A provider whose retries keep their signature needs a wide one.
   * @default - 24 hours for Mailgun, `signatureTolerance` for all others
   */
  readonly signatureTolerances?: Readonly<Record<string, Duration>>;
  /**
   * Addresses and ranges that a provider may send from, by the provider's name. Worth having where requests are not
   * signed, as Postmark's; but addresses change, and a request from a new one is refused.
   * @default - none: from anywhere
   */
  readonly sourceAddresses?: Readonly<Record<string, readonly string[]>>;
  /**
   * Senders that follow Standard Webhooks, each under a name of your choice: `acme-mail` gets the URL
   * `/webhooks/acme-mail` and its keys from the secret's `acme-mail`.
   * @default - none beside `standard-webhooks`
   */
  readonly standardWebhookSources?: Readonly<Record<string, SourceMapping>>;
  /**
   * SNS topics of other accounts or regions that may post the events of SES to `/webhooks/ses`.
   * @default - none: SES events come through this stack's own topic only
   */
  readonly sesTopicArns?: string[];
  /**
   * Make an SES configuration set that publishes every event type to the topic; a string names it.
   * @default false
   */
  readonly sesConfigurationSet?: boolean | string;
  /**
   * When an address counts as suppressed.
   * @default - after 5 messages that bounced softly within 30 days, and at once for every other cause
   */
  readonly suppression?: SuppressionProps;
  /**
   * How many webhook requests are let through.
   * @default - 500 a second, 1000 at once
   */
  readonly throttle?: Throttle;
  /**
   * How fast, and how much at once, events are worked through.
   * @default - 10 runs of 10 queue messages at once, with 1024 MB and 60 seconds each
   */
  readonly consumer?: ConsumerTuning;
  /**
   * How long logs are kept, the API's access log included.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
  /**
   * What happens to tables and provider keys when the stack goes. Unless it is DESTROY, the tables are protected
   * from deletion too. Queues and logs go with the stack in any case.
   * @default RemovalPolicy.RETAIN
   */
  readonly removalPolicy?: RemovalPolicy;
  /**
   * Who is told when something is wrong, and from when on.
   * @default - alarms at the usual limits, to a topic without subscribers
   */
  readonly alarms?: AlarmSettings;
  /**
   * Encrypt tables, queues, topics, provider keys and logs with a key of your own; `true` makes one that rotates every
   * year. A key that your app only imports must let the services use it by itself (SECURITY.md tells how).
   * @default false - keys that AWS manages
   */
  readonly encryptionKey?: boolean | IKey;
}
