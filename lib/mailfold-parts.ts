import { Lazy, Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { CanaryRollout } from './canary-rollout.ts';
import type { CompleteProps } from './complete-props.ts';
import { EventDashboard } from './dashboard.ts';
import { EventConsumer } from './event-consumer.ts';
import { EventLake } from './event-lake.ts';
import { EventQueue } from './event-queue.ts';
import { EventStore } from './event-store.ts';
import { FanOut } from './fan-out.ts';
import { HostedConsole } from './hosted-console.ts';
import type { MailfoldProps } from './mailfold-props.ts';
import { OperatorApi } from './operator-api.ts';
import { OwnKey } from './own-key.ts';
import { permitBeforeCalling } from './permitted-calls.ts';
import { ProviderKeys } from './provider-keys.ts';
import { ReadApi } from './read-api.ts';
import { SesFeed } from './ses-feed.ts';
import { StatsApi } from './stats-api.ts';
import { UsedTokens } from './used-tokens.ts';
import { WebhookApi } from './webhook-api.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

/** The input of every group of parts below. */
type Plan = {
  readonly mailfoldName: string;
  readonly props: MailfoldProps;
  readonly complete: CompleteProps;
  readonly encryptionKey?: IKey;
  /** Undefined if new versions take over at once. */
  readonly rollout?: CanaryRollout;
};

export type MailfoldParts = ReturnType<typeof addParts>;

/** Adds all parts, in the order in which an event passes through them. */
export function addParts(scope: Construct, given: Omit<Plan, 'rollout'>) {
  const rollout =
    given.props.rollout === 'canary'
      ? new CanaryRollout(scope, 'Rollout', { mailfoldName: given.mailfoldName })
      : undefined;
  const plan: Plan = { ...given, ...(rollout && { rollout }) };
  const intake = addIntake(scope, plan);
  const storing = addStoring(scope, plan, intake);
  const history = addHistory(scope, plan, storing);
  const telling = addTelling(scope, plan, storing);
  const api = addApi(scope, plan, { ...intake, ...storing, ...history });
  const monitoring = addMonitoring(scope, plan, { ...intake, ...storing, ...history, ...telling });
  permitBeforeCalling(scope);
  return { ...intake, ...storing, ...history, ...telling, ...api, ...monitoring };
}

/** From the provider to the queue: through API and receiver, or for SES through a topic. */
function addIntake(scope: Construct, { mailfoldName, props, complete, encryptionKey, rollout }: Plan) {
  const { removalPolicy, consumerTimeout, maxDeliveries, logRetention, namedSources, signatureTolerance } =
    complete;
  const providerSecret =
    props.existing?.providerSecret ??
    new ProviderKeys(scope, 'ProviderKeys', { removalPolicy, encryptionKey }).secret;
  const events = new EventQueue(scope, 'EventQueue', { consumerTimeout, maxDeliveries, encryptionKey });
  const tokens = new UsedTokens(scope, 'UsedTokens', { encryptionKey });
  const receiver = new WebhookReceiver(scope, 'Receiver', {
    ...props.receiver,
    mailfoldName,
    queue: events.queue,
    providerSecret,
    tokensTable: tokens.table,
    signatureTolerances: props.signatureTolerances ?? {},
    sourceAddresses: props.sourceAddresses ?? {},
    // The API is made below: it needs the receiver for its routes.
    publicUrls: Lazy.string({ produce: () => [...webhooks.urls, ...(props.publicUrls ?? [])].join(',') }),
    proxySecretDigests: props.proxySecretDigests ?? [],
    standardSources: namedSources,
    signatureTolerance,
    sesTopicArns: props.sesTopicArns ?? [],
    logRetention,
    rollout,
    encryptionKey,
  });
  const webhooks = new WebhookApi(scope, 'WebhookApi', {
    mailfoldName,
    receiver: receiver.function.live,
    senders: complete.senders,
    checks: complete.checks,
    throttle: props.throttle,
    domain: complete.domain,
    disableDefaultEndpoint: props.disableDefaultEndpoint,
    logRetention,
    encryptionKey,
  });
  const sesFeed = new SesFeed(scope, 'SesFeed', {
    queue: events.queue,
    configurationSet: props.sesConfigurationSet,
    existingConfigurationSet: props.existing?.sesConfigurationSet,
    removalPolicy,
    encryptionKey,
  });
  return { providerSecret, events, tokens, receiver, webhooks, sesFeed };
}

/** From the queue to the tables. */
function addStoring(
  scope: Construct,
  { mailfoldName, props, complete, encryptionKey, rollout }: Plan,
  { events }: Pick<ReturnType<typeof addIntake>, 'events'>,
) {
  const store = new EventStore(scope, 'Store', {
    removalPolicy: complete.removalPolicy,
    deletionProtection: complete.deletionProtection,
    warmThroughput: props.warmThroughput,
    tableClass: props.tableClass,
    encryptionKey,
    existingMessages: props.existing?.messagesTable,
    existingAddresses: props.existing?.addressesTable,
  });
  const consumer = new EventConsumer(scope, 'Consumer', {
    ...props.consumer,
    mailfoldName,
    timeout: complete.consumerTimeout,
    queue: events.queue,
    messagesTable: store.messages,
    addressesTable: store.addresses,
    suppression: complete.suppression,
    dedupeWindow: complete.dedupeWindow,
    statusRetention: complete.statusRetention,
    standardSources: complete.namedSources,
    logRetention: complete.logRetention,
    rollout,
    encryptionKey,
  });
  const { removalPolicy } = complete;
  const ownKey =
    props.existing?.ownKey ?? new OwnKey(scope, 'OwnKey', { removalPolicy, encryptionKey }).secret;
  return { store, consumer, ownKey };
}

/** From the stream of the messages table to the lake. */
function addHistory(
  scope: Construct,
  { mailfoldName, complete, encryptionKey, rollout }: Plan,
  { store, ownKey }: ReturnType<typeof addStoring>,
) {
  if (!complete.lake) return {};
  const lake = new EventLake(scope, 'Lake', {
    ...complete.lake,
    mailfoldName,
    messagesTable: store.messages,
    ownKey,
    sourceNames: Object.keys(complete.namedSources),
    removalPolicy: complete.removalPolicy,
    logRetention: complete.logRetention,
    rollout,
    encryptionKey,
  });
  return { lake };
}

/** From the stream of the messages table to other programs. */
function addTelling(
  scope: Construct,
  { mailfoldName, props, complete, encryptionKey, rollout }: Plan,
  { store }: ReturnType<typeof addStoring>,
) {
  if (!complete.fanOut) return {};
  const fanOut = new FanOut(scope, 'FanOut', {
    ...complete.fanOut,
    mailfoldName,
    messagesTable: store.messages,
    existingSecret: props.existing?.webhookSecret,
    removalPolicy: complete.removalPolicy,
    logRetention: complete.logRetention,
    rollout,
    encryptionKey,
  });
  return { fanOut };
}

type Flow = ReturnType<typeof addIntake> & ReturnType<typeof addStoring>;

/** The API for other programs. */
function addApi(scope: Construct, plan: Plan, flow: Flow & { readonly lake?: EventLake }) {
  const { complete, encryptionKey, props, rollout } = plan;
  const { webhooks, store, events, sesFeed, consumer, providerSecret, ownKey, lake } = flow;
  const { removalPolicy, suppression, logRetention } = complete;
  const readApi = new ReadApi(scope, 'ReadApi', {
    ownKey,
    api: webhooks.api,
    messagesTable: store.messages,
    addressesTable: store.addresses,
    suppression,
    logRetention,
    rollout,
    encryptionKey,
  });
  const statsApi = lake
    ? new StatsApi(scope, 'StatsApi', { api: webhooks.api, lake, logRetention, rollout, encryptionKey })
    : undefined;
  const operatorApi = new OperatorApi(scope, 'OperatorApi', {
    api: webhooks.api,
    stackName: Stack.of(scope).stackName,
    facts: {
      apiUrl: webhooks.url,
      senders: complete.senders,
      isChosen: props.providers !== undefined,
      configurationSet: sesFeed.configurationSet?.configurationSetName,
      features: featuresOf(plan),
      dedupeWindowDays: complete.dedupeWindow.toDays(),
      statusRetentionDays: complete.statusRetention.toDays(),
      suppression,
    },
    messagesTable: store.messages,
    addressesTable: store.addresses,
    queue: events.queue,
    deadLetters: events.deadLetters,
    topic: sesFeed.topic,
    topicDeadLetters: sesFeed.deadLetters,
    consumerMappingId: consumer.mappingId,
    ...(lake && { historian: lake.historian }),
    providerSecret,
    ownKey,
    logRetention,
    rollout,
    encryptionKey,
  });
  const hosted = props.console
    ? new HostedConsole(scope, 'Console', {
        ...(props.console === true ? {} : props.console),
        mailfoldName: plan.mailfoldName,
        functions: {
          reader: readApi.reader.live,
          writer: readApi.writer.live,
          operator: operatorApi.function.live,
          ...(statsApi && { stats: statsApi.function.live }),
        },
        removalPolicy,
        logRetention,
        encryptionKey,
      })
    : undefined;
  return { readApi, operatorApi, statsApi, hosted };
}

/** Parts that a stack can have or not. */
function featuresOf({ props, complete: { lake, fanOut } }: Plan): string[] {
  return [
    ...(props.console ? ['console'] : []),
    ...(lake ? ['lake'] : []),
    ...(fanOut?.eventBus ? ['event-bus'] : []),
    ...(fanOut && fanOut.webhooks.length > 0 ? ['webhooks'] : []),
  ];
}

/** Alarms and dashboard. */
function addMonitoring(
  scope: Construct,
  { mailfoldName, props, complete, encryptionKey }: Plan,
  flow: Flow & { readonly lake?: EventLake; readonly fanOut?: FanOut },
) {
  const { webhooks, receiver, sesFeed, events, consumer, store, tokens, lake, fanOut } = flow;
  const monitored = {
    mailfoldName,
    api: webhooks.api,
    accessLog: webhooks.accessLog,
    receiver: receiver.function,
    topic: sesFeed.topic,
    sesDeadLetters: sesFeed.deadLetters,
    queue: events.queue,
    deadLetters: events.deadLetters,
    consumer: consumer.function,
    ...(lake && {
      lake: {
        historian: lake.historian.function,
        failures: lake.historian.failures,
        tidier: lake.tidier.function,
      },
    }),
    ...(fanOut && { fanOut: listenersOf(fanOut) }),
    tables: [
      { table: store.messages, indexes: ['byRecipient'] },
      { table: store.addresses, indexes: ['byCause'] },
      { table: tokens.table, indexes: [] },
    ],
  };
  const alarms = new Alarms(scope, 'Alarms', {
    ...monitored,
    ...props.alarms,
    topic: props.alarms?.topic,
    visibilityTimeout: events.visibilityTimeout,
    expectedKeys: complete.expectedKeys,
    encryptionKey,
  });
  const dashboard = new EventDashboard(scope, 'Dashboard', { ...monitored, alarms: alarms.all });
  return { alarms, dashboard };
}

function listenersOf({ announcer, sender }: FanOut) {
  return {
    announcer: announcer.function,
    failures: announcer.failures,
    ...(sender && { sender: sender.function }),
    endpoints: (sender?.endpoints ?? []).map(({ endpoint: { name }, queues: { setAside } }) => ({
      name,
      setAside,
    })),
  };
}
