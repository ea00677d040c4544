import type { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { ITable, TableClass } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Cause } from '../core/suppression.ts';
import type { SourceMapping } from '../providers/source-mapping.ts';
import type { AlarmSettings } from './alarm-plan.ts';
import type { Rollout } from './canary-rollout.ts';
import type { ConsumerTuning } from './event-consumer.ts';
import type { FanOutProps } from './fan-out-props.ts';
import type { ConsoleProps } from './hosted-console.ts';
import type { LakeProps } from './lake-props.ts';
import type { Throttle } from './webhook-api.ts';
import type { ReceiverTuning } from './webhook-receiver.ts';

/** When an address counts as suppressed. */
export interface SuppressionProps {
  /** Soft bounces within the window that suppress an address. Each message counts once. @default 5 */
  readonly softBounceCap?: number;
  /** The window in which soft bounces are counted. Whole days. @default Duration.days(30) */
  readonly softBounceWindow?: Duration;
  /** Causes that suppress an address. Evidence of any other cause is not stored. @default - all causes */
  readonly causes?: readonly Cause[];
}

/** Units per second that both tables can take at once. DynamoDB can raise them later, but never lower them. */
export interface WarmThroughput {
  /** Write units per second, at least 4000. @default - 4000, as DynamoDB starts */
  readonly writeUnits?: number;
  /** Read units per second, at least 12000. @default - 12000, as DynamoDB starts */
  readonly readUnits?: number;
}

/**
 * What is there from before, to be used instead of something new: restored from a backup, or left by a stack that was deleted. The
 * stack does not manage them: what it says about deletion, encryption and throughput is up to you. docs/restore.md has the steps.
 */
export interface ExistingParts {
  /** With the keys, the index and the stream of a messages table. @default - a new table */
  readonly messagesTable?: ITable;
  /** With the keys and the index of an addresses table. @default - a new table */
  readonly addressesTable?: ITable;
  /** The verification keys of the providers. @default - a new secret without keys */
  readonly providerSecret?: ISecret;
  /** The key that addresses were forgotten with. @default - a new secret with a new key */
  readonly ownKey?: ISecret;
  /** The secret that webhooks to your endpoints are signed with. @default - a new secret, if there are `webhooks` */
  readonly webhookSecret?: ISecret;
  /**
   * The name of an SES configuration set, instead of the prop `sesConfigurationSet`. The stack adds its topic to it as an event
   * destination, and changes nothing else about it. @default - none
   */
  readonly sesConfigurationSet?: string;
}

/** Every prop has a default: `new Mailfold(this, 'Mailfold')` is a complete system. */
export interface MailfoldProps extends FanOutProps {
  /**
   * How long an event row is kept. A repeat within this time is recognised and counts once. Whole days, at least 3.
   * @default Duration.days(30)
   */
  readonly dedupeWindow?: Duration;
  /**
   * How long the status of a message is kept. Whole days, at least `dedupeWindow`.
   * @default Duration.days(400)
   */
  readonly statusRetention?: Duration;
  /**
   * The providers in use, by name. Only they have a webhook URL, and an alarm is raised when one of them posts and has no
   * key. SES needs to be named only for its silence to raise an alarm: its topic always exists.
   * @default - every provider has a webhook URL, and a missing key raises no alarm, because strangers can post too
   */
  readonly providers?: readonly string[];
  /**
   * Maximum difference between a signed timestamp and the time of receipt, in either direction.
   * @default Duration.minutes(5)
   */
  readonly signatureTolerance?: Duration;
  /**
   * `signatureTolerance` for individual providers, by provider name. A provider that retries with the original
   * signature needs a tolerance as long as its retries last.
   * @default - 24 hours for providers that retry with the original signature, `signatureTolerance` for all others
   */
  readonly signatureTolerances?: Readonly<Record<string, Duration>>;
  /**
   * IP addresses and ranges that a provider may send from, by provider name. Useful for providers that do not sign
   * their requests. Requests from any other address are refused, so keep the list up to date.
   * @default - every provider may send from any address
   */
  readonly sourceAddresses?: Readonly<Record<string, readonly string[]>>;
  /**
   * SHA-256 digests, in hexadecimal, of the secret that a proxy such as CloudFront sends in the header `x-mailfold-proxy`. From a
   * request with such a secret, `sourceAddresses` judges the address in the header `x-mailfold-source`, and not that of the
   * proxy. Two digests while the secret changes. SECURITY.md has the steps.
   * @default - none: the address that API Gateway sees is the source
   */
  readonly proxySecretDigests?: readonly string[];
  /**
   * Further URLs under which providers reach the API, as `https://hooks.example.com`: a proxy in front of it, or a domain name
   * that you have connected yourself. Some providers sign the URL that they post to, and it must be one that is listed.
   * @default - only the URL of the API itself
   */
  readonly publicUrls?: readonly string[];
  /**
   * Senders that follow Standard Webhooks, by a name of your choice. A sender named `acme-mail` posts to
   * `/webhooks/acme-mail`, and its keys are stored in the provider secret under `acme-mail`.
   * @default - only the built-in `standard-webhooks`
   */
  readonly standardWebhookSources?: Readonly<Record<string, SourceMapping>>;
  /**
   * ARNs of SNS topics in other accounts or regions that may post SES events to `/webhooks/ses`.
   * @default - none: SES events arrive only through the topic in this stack
   */
  readonly sesTopicArns?: readonly string[];
  /**
   * Create an SES configuration set that publishes every event type to the topic. Pass a string to name it.
   * @default false
   */
  readonly sesConfigurationSet?: boolean | string;
  /**
   * When an address counts as suppressed.
   * @default - after soft bounces of 5 messages within 30 days, and immediately for every other cause
   */
  readonly suppression?: SuppressionProps;
  /**
   * A domain name of yours for the API, such as `hooks.example.com`: the URLs that you enter at your providers then outlive the stack.
   * Give a certificate, or a hosted zone, or both.
   * @default - the URL that API Gateway generates
   */
  readonly domainName?: string;
  /**
   * A certificate for `domainName`, in the region of the stack.
   * @default - a new one, validated through `hostedZone`
   */
  readonly certificate?: ICertificate;
  /**
   * The hosted zone of Route 53 that contains `domainName`. The stack adds the record for it, and those that validate a new
   * certificate.
   * @default - none: create the record yourself, as a CNAME for the output DomainTarget
   */
  readonly hostedZone?: IHostedZone;
  /**
   * Switch off the URL that API Gateway generates, so that only `domainName` answers.
   * @default false - both answer, and providers can be moved to the new URL one by one
   */
  readonly disableDefaultEndpoint?: boolean;
  /**
   * Rate limit of each provider's route, and of each route of the API for other programs. Requests above it get a 429.
   * @default - 500 requests per second, with bursts of up to 1000
   */
  readonly throttle?: Throttle;
  /**
   * Limits of the receiver.
   * @default - no concurrency is reserved for it
   */
  readonly receiver?: ReceiverTuning;
  /**
   * Memory, timeout, batching and concurrency of the consumer.
   * @default - 10 concurrent runs of up to 100 queue messages (10 with a batching window below 1 second), each with
   * 1024 MB and 60 seconds
   */
  readonly consumer?: ConsumerTuning;
  /**
   * Host the console for people without AWS credentials, who sign in. Without it, `mailfold console` serves it on your machine.
   * @default false
   */
  readonly console?: boolean | ConsoleProps;
  /**
   * Deliveries of a queue message before it is moved to the dead letters, 1 to 1000. Between two deliveries lies the
   * visibility timeout of the queue, six times the timeout of the consumer.
   * @default 5
   */
  readonly maxDeliveries?: number;
  /**
   * Units per second that the tables and their indexes can take at once, for a campaign that starts suddenly. DynamoDB
   * charges once for each raise.
   * @default - what DynamoDB starts with: 4000 write units and 12000 read units
   */
  readonly warmThroughput?: WarmThroughput;
  /**
   * The class of the messages table. `STANDARD_INFREQUENT_ACCESS` charges less for storage and more for requests, and becomes the
   * cheaper one after some months: `mailfold cost` says from which month on. DynamoDB allows two changes in 30 days, without
   * any interruption.
   * @default TableClass.STANDARD
   */
  readonly tableClass?: TableClass;
  /**
   * How a new version of a function takes over. With `canary`, a tenth of the events go to it for five minutes; if it fails in that
   * time, everything goes back to the version before and the deployment fails. Recommended for production. A first deployment
   * takes as long either way.
   * @default 'all-at-once'
   */
  readonly rollout?: Rollout;
  /**
   * The history of all events in S3, which `mailfold stats` and `mailfold query` ask. `false` leaves it out.
   * @default - events are kept for ever, and dimensions are those that providers tell with every event
   */
  readonly lake?: LakeProps | false;
  /**
   * How long logs are kept, including the access log of the API.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
  /**
   * What happens to the messages and addresses tables, the bucket of the lake, the secrets, a KMS key created for `encryptionKey`, the
   * user pool of the hosted console and the SES configuration set when the stack is deleted. Queues, logs and the table of used tokens are always deleted with the stack.
   * @default RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE - kept, except when the deployment that creates them fails
   */
  readonly removalPolicy?: RemovalPolicy;
  /**
   * Protect both tables from deletion by anybody, CloudFormation included. Set it once the first deployment has succeeded:
   * one that fails leaves protected tables behind (docs/clean-up.md).
   * @default false
   */
  readonly deletionProtection?: boolean;
  /**
   * Tables, secrets and a configuration set from before, to be used instead of new ones.
   * @default - all of them are created
   */
  readonly existing?: ExistingParts;
  /**
   * Limits of the alarms, and where they are announced.
   * @default - every limit at its default, announced on a topic without subscribers
   */
  readonly alarms?: AlarmSettings;
  /**
   * Encrypt tables, queues, topics, secrets, logs and the lake with a customer managed KMS key. `true` creates a key that rotates
   * every year. CDK cannot change the policy of an imported key, so add the statements listed in SECURITY.md to it.
   * @default false - keys that AWS manages
   */
  readonly encryptionKey?: boolean | IKey;
}
