import { Annotations, Duration, Names, RemovalPolicy, Stack, Token } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type SuppressionSettings, usualSettings } from '../core/fold-suppression.ts';
import { manifests, manifestsWith, providerNames } from '../providers/manifests.ts';
import { Alarms } from './alarms.ts';
import { WayOfAnEvent } from './dashboard.ts';
import { letServicesUseKey } from './encryption.ts';
import { EventConsumer } from './event-consumer.ts';
import { EventQueue } from './event-queue.ts';
import { EventStore } from './event-store.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { MailfoldProps } from './mailfold-props.ts';
import { OwnKey } from './own-key.ts';
import { ProviderKeys } from './provider-keys.ts';
import { ReadApi } from './read-api.ts';
import { SesFeed } from './ses-feed.ts';
import { UsedTokens } from './used-tokens.ts';
import { WebhookApi } from './webhook-api.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

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
  readonly receiver: LambdaFunction;
  readonly consumer: LambdaFunction;
  /** How long a repeated event is recognised, and its row is kept. */
  readonly dedupeWindow: Duration;
  /** When an address counts as suppressed; whoever reads the addresses table needs it. */
  readonly suppression: SuppressionSettings;
  /** Where alarms are announced. */
  readonly alarmTopic: ITopic;
  /** Seals the API's cursors, and makes hashes of addresses that were forgotten. */
  readonly ownKey: ISecret;
  /** Answers programs that ask; callers need `execute-api:Invoke` on the API's routes under `/v1`. */
  readonly apiReader: LambdaFunction;
  readonly apiWriter: LambdaFunction;
  /** The name of the dashboard. */
  readonly dashboardName: string;
  /** What the alarms, the dashboard and the `stack` of every metric are named by. */
  readonly name: string;
  /** Present when `encryptionKey` asked for it. */
  readonly encryptionKey?: IKey;
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
    this.name = nameOf(this);
    const encryptionKey = this.keyFrom(props.encryptionKey, removalPolicy);
    this.checkTimes(dedupeWindow, statusRetention);
    checkNames(standardSources);
    checkSilences(props.alarms?.silence ?? {}, Object.keys(standardSources));

    const keys = new ProviderKeys(this, 'ProviderKeys', { removalPolicy, encryptionKey });
    const events = new EventQueue(this, 'EventQueue', { consumerTimeout, encryptionKey });

    // Most providers: API, receiver, queue.
    const tokens = new UsedTokens(this, 'UsedTokens', { encryptionKey });
    const receiver = new WebhookReceiver(this, 'Receiver', {
      mailfoldName: this.name,
      queue: events.queue,
      providerSecret: keys.secret,
      tokensTable: tokens.table,
      signatureTolerances: props.signatureTolerances ?? {},
      sourceAddresses: props.sourceAddresses ?? {},
      standardSources,
      signatureTolerance: props.signatureTolerance ?? Duration.minutes(5),
      sesTopicArns: props.sesTopicArns ?? [],
      logRetention,
      encryptionKey,
    });
    const api = new WebhookApi(this, 'WebhookApi', {
      receiver: receiver.function,
      throttle: props.throttle,
      logRetention,
      encryptionKey,
    });

    // SES: topic, queue.
    const sesFeed = new SesFeed(this, 'SesFeed', {
      queue: events.queue,
      configurationSet: props.sesConfigurationSet,
      encryptionKey,
    });

    // All of them: queue, consumer, tables.
    const store = new EventStore(this, 'Store', { removalPolicy, encryptionKey });
    const consumer = new EventConsumer(this, 'Consumer', {
      ...props.consumer,
      mailfoldName: this.name,
      timeout: consumerTimeout,
      queue: events.queue,
      messagesTable: store.messages,
      addressesTable: store.addresses,
      suppression: this.suppression,
      dedupeWindow,
      statusRetention,
      standardSources,
      logRetention,
      encryptionKey,
    });

    // What other programs ask.
    this.ownKey = new OwnKey(this, 'OwnKey', { removalPolicy, encryptionKey }).secret;
    const readApi = new ReadApi(this, 'ReadApi', {
      ownKey: this.ownKey,
      api: api.api,
      messagesTable: store.messages,
      addressesTable: store.addresses,
      suppression: this.suppression,
      logRetention,
      encryptionKey,
    });
    this.apiReader = readApi.reader;
    this.apiWriter = readApi.writer;

    // And what tells how it goes.
    const watched = {
      mailfoldName: this.name,
      api: api.api,
      receiver: receiver.function,
      topic: sesFeed.topic,
      sesDeadLetters: sesFeed.deadLetters,
      queue: events.queue,
      deadLetters: events.deadLetters,
      consumer: consumer.function,
      tables: [
        { table: store.messages, indexes: ['byRecipient'] },
        { table: store.addresses, indexes: ['byCause'] },
        { table: tokens.table, indexes: [] },
      ],
    };
    const alarms = new Alarms(this, 'Alarms', {
      ...watched,
      ...props.alarms,
      topic: props.alarms?.topic,
      visibilityTimeout: events.visibilityTimeout,
      encryptionKey,
    });
    const dashboard = new WayOfAnEvent(this, 'Dashboard', { ...watched, alarms: alarms.all });

    this.dedupeWindow = dedupeWindow;
    this.apiUrl = api.url;
    this.webhookUrls = Object.fromEntries(
      [...providerNames, ...Object.keys(standardSources)].map((name) => [
        name,
        `${api.url}/webhooks/${name}`,
      ]),
    );
    this.topic = sesFeed.topic;
    this.eventsQueue = events.queue;
    this.deadLetterQueue = events.deadLetters;
    this.sesDeadLetterQueue = sesFeed.deadLetters;
    this.messagesTable = store.messages;
    this.addressesTable = store.addresses;
    this.providerSecret = keys.secret;
    this.receiver = receiver.function;
    this.consumer = consumer.function;
    this.alarmTopic = alarms.topic;
    this.dashboardName = dashboard.name;
    this.encryptionKey = encryptionKey;
    this.sesConfigurationSetName = sesFeed.configurationSet?.configurationSetName;
  }

  private keyFrom(given: boolean | IKey | undefined, removalPolicy: RemovalPolicy): IKey | undefined {
    if (!given) return undefined;
    const key =
      given === true
        ? new Key(this, 'Key', {
            description: `${this.name}: what email providers report, and the keys to verify it`,
            enableKeyRotation: true,
            removalPolicy,
          })
        : given;
    letServicesUseKey(key);
    return key;
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

/** `Mailfold/Mailfold` is Mailfold, `Shop/Mail` is Shop-Mail: short, and of its own in account and region. */
function nameOf(mailfold: Mailfold): string {
  const stack = Stack.of(mailfold);
  if (Token.isUnresolved(stack.stackName))
    return Names.uniqueResourceName(mailfold, { maxLength: 64, separator: '-' });
  const ids = mailfold.node.scopes.slice(stack.node.scopes.length).map(({ node }) => node.id);
  const parts = [stack.stackName, ...ids].filter((part, index, all) => part !== all[index - 1]);
  return parts
    .join('-')
    .replaceAll(/[^\w-]/g, '-')
    .slice(0, 200);
}

/** A misspelt name, or a provider that is quiet by nature, would raise an alarm that never ends. */
function checkSilences(silence: object, namedSources: readonly string[]): void {
  const manifestFor = manifestsWith(namedSources);
  const alarming = manifests.filter((manifest) => manifest.silence === 'trouble').map(({ name }) => name);
  const expected = `expected the silence of one of ${[...alarming, ...namedSources].join(', ')}`;
  for (const name of Object.keys(silence)) {
    const manifest = manifestFor(name);
    if (!manifest) throw new Error(`${expected}, found that of "${name}"`);
    if (manifest.silence === 'normal') {
      throw new Error(
        `${expected}, found that of "${name}": events of ${manifest.title} are rare by nature, so no alarm can be set on its silence; leave it out`,
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
