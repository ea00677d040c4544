import { Annotations, Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type SuppressionSettings, usualSettings } from '../lambdas/events/fold-suppression.ts';
import type { Cause } from '../lambdas/events/suppression.ts';
import type { StandardMapping } from '../lambdas/providers/standard-webhooks/mapping.ts';
import { providerNames } from '../lambdas/providers/verifiers.ts';
import { type ConsumerTuning, EventConsumer } from './event-consumer.ts';
import { EventQueue } from './event-queue.ts';
import { EventStore } from './event-store.ts';
import { ProviderKeys } from './provider-keys.ts';
import { SesFeed } from './ses-feed.ts';
import { UsedTokens } from './used-tokens.ts';
import { type Throttle, WebhookApi } from './webhook-api.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

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
   * @default - `signatureTolerance`; 24 hours for Mailgun
   */
  readonly signatureTolerances?: Readonly<Record<string, Duration>>;
  /**
   * Addresses and ranges that a provider may send from, by the provider's name. Worth having where requests are not
   * signed, as Postmark's; but addresses change, and a request from a new one is refused.
   * @default - none: from anywhere
   */
  readonly sourceAddresses?: Readonly<Record<string, readonly string[]>>;
  /**
   * Senders that follow the Standard Webhooks, each under a name of your choice: `acme-mail` gets the URL
   * `/webhooks/acme-mail` and its keys from the secret's `acme-mail`.
   * @default - none beside `standard-webhooks`
   */
  readonly standardWebhookSources?: Readonly<Record<string, StandardMapping>>;
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
}

/** Turns the webhooks of email providers into one true state per message. */
export class Mailfold extends Construct {
  /** The URL to enter in each provider's dashboard, by the provider's name. */
  readonly webhookUrls: Readonly<Record<string, string>>;
  /** What all webhook URLs begin with; no slash at the end. */
  readonly apiUrl: string;
  /** SES configuration sets of this account and region may publish here. */
  readonly topic: ITopic;
  readonly eventsQueue: IQueue;
  /** Events that failed five times; redrive them to the events queue once the cause is gone. */
  readonly deadLetterQueue: IQueue;
  /** SES events that SNS could not hand to the events queue. */
  readonly sesDeadLetterQueue: IQueue;
  readonly messagesTable: ITable;
  readonly addressesTable: ITable;
  /** The providers' verification keys, as JSON by provider name. */
  readonly providerSecret: ISecret;
  readonly receiver: IFunction;
  readonly consumer: IFunction;
  /** When an address counts as suppressed; whoever reads the addresses table needs it. */
  readonly suppression: SuppressionSettings;
  /** Present when `sesConfigurationSet` asked for it. */
  readonly sesConfigurationSetName?: string;

  constructor(scope: Construct, id: string, props: MailfoldProps = {}) {
    super(scope, id);
    const dedupeWindow = props.dedupeWindow ?? Duration.days(30);
    const statusRetention = props.statusRetention ?? Duration.days(400);
    const logRetention = props.logRetention ?? RetentionDays.ONE_MONTH;
    const removalPolicy = props.removalPolicy ?? RemovalPolicy.RETAIN;
    // Seconds would do for ten messages; a minute leaves room for a table that throttles.
    const consumerTimeout = props.consumer?.timeout ?? Duration.seconds(60);
    this.suppression = {
      softBounceCap: props.suppression?.softBounceCap ?? usualSettings.softBounceCap,
      softBounceWindowDays:
        props.suppression?.softBounceWindow?.toDays() ?? usualSettings.softBounceWindowDays,
      causes: props.suppression?.causes ?? usualSettings.causes,
    };
    const standardSources = props.standardWebhookSources ?? {};
    this.checkTimes(dedupeWindow, statusRetention);
    checkNames(standardSources);

    const keys = new ProviderKeys(this, 'ProviderKeys', { removalPolicy });
    const events = new EventQueue(this, 'EventQueue', { consumerTimeout });

    // Most providers: API, receiver, queue.
    const receiver = new WebhookReceiver(this, 'Receiver', {
      queue: events.queue,
      providerSecret: keys.secret,
      tokensTable: new UsedTokens(this, 'UsedTokens').table,
      signatureTolerances: props.signatureTolerances ?? {},
      sourceAddresses: props.sourceAddresses ?? {},
      standardSources,
      signatureTolerance: props.signatureTolerance ?? Duration.minutes(5),
      sesTopicArns: props.sesTopicArns ?? [],
      logRetention,
    });
    const api = new WebhookApi(this, 'WebhookApi', {
      receiver: receiver.function,
      throttle: props.throttle,
      logRetention,
    });

    // SES: topic, queue.
    const ses = new SesFeed(this, 'SesFeed', {
      queue: events.queue,
      configurationSet: props.sesConfigurationSet,
    });

    // All of them: queue, consumer, tables.
    const store = new EventStore(this, 'Store', { removalPolicy });
    const consumer = new EventConsumer(this, 'Consumer', {
      ...props.consumer,
      timeout: consumerTimeout,
      queue: events.queue,
      messagesTable: store.messages,
      addressesTable: store.addresses,
      suppression: this.suppression,
      dedupeWindow,
      statusRetention,
      standardSources,
      logRetention,
    });

    this.apiUrl = api.url;
    this.webhookUrls = Object.fromEntries(
      [...providerNames, ...Object.keys(standardSources)].map((name) => [
        name,
        `${api.url}/webhooks/${name}`,
      ]),
    );
    this.topic = ses.topic;
    this.eventsQueue = events.queue;
    this.deadLetterQueue = events.deadLetters;
    this.sesDeadLetterQueue = ses.deadLetters;
    this.messagesTable = store.messages;
    this.addressesTable = store.addresses;
    this.providerSecret = keys.secret;
    this.receiver = receiver.function;
    this.consumer = consumer.function;
    this.sesConfigurationSetName = ses.configurationSet?.configurationSetName;
  }

  private checkTimes(dedupeWindow: Duration, statusRetention: Duration) {
    const windowDays = dedupeWindow.toDays();
    if (windowDays < 3) {
      throw new Error(
        `expected a dedupe window of at least 3 days, found ${windowDays}; ` +
          'providers redeliver for that long, and a repeat that is not recognised counts twice',
      );
    }
    if (windowDays < 14) {
      Annotations.of(this).addWarningV2(
        'mailfold:dedupeWindowShorterThanDeadLetters',
        `The dedupe window is ${windowDays} days, but dead letters are kept for 14: an event redriven after ` +
          `day ${windowDays} may count twice.`,
      );
    }
    if (statusRetention.toDays() < windowDays) {
      throw new Error(
        `expected a status retention of at least the dedupe window, ${windowDays} days, ` +
          `found ${statusRetention.toDays()}; a message would lose its status before its events`,
      );
    }
  }
}

function checkNames(standardSources: object): void {
  for (const name of Object.keys(standardSources)) {
    if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) {
      throw new Error(
        `expected a source's name to be up to 40 small letters, digits and hyphens, found "${name}"`,
      );
    }
    if (providerNames.includes(name))
      throw new Error(`expected another name for the source "${name}": a provider has it already`);
  }
}
