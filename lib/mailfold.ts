import type { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { DimensionSettings } from '../core/dimension-settings.ts';
import type { SuppressionSettings } from '../core/fold-suppression.ts';
import type { SourceMapping } from '../providers/source-mapping.ts';
import { type CompleteProps, completeProps } from './complete-props.ts';
import { allowServicesToUseKey } from './encryption.ts';
import type { EventLake } from './event-lake.ts';
import type { LambdaFunction } from './lambda-function.ts';
import { mailfoldNameOf } from './mailfold-name.ts';
import { addParts, type MailfoldParts } from './mailfold-parts.ts';
import type { MailfoldProps } from './mailfold-props.ts';

/** Turns the webhooks of email providers into one true state per message. */
export class Mailfold extends Construct {
  /** The start of the dashboard's name and of every alarm name, and the `stack` dimension of every metric. */
  readonly name: string;
  /** The KMS key; undefined unless `encryptionKey` is set. */
  readonly encryptionKey?: IKey;
  private readonly complete: CompleteProps;
  private readonly parts: MailfoldParts;

  constructor(scope: Construct, id: string, props: MailfoldProps = {}) {
    super(scope, id);
    this.name = mailfoldNameOf(this);
    this.complete = completeProps(this, props);
    const encryptionKey = this.keyFrom(props.encryptionKey, this.complete.removalPolicy);
    this.encryptionKey = encryptionKey;
    this.parts = addParts(this, {
      mailfoldName: this.name,
      props,
      complete: this.complete,
      encryptionKey,
    });
  }

  /** The start of every webhook and API URL, without a trailing slash. */
  get apiUrl(): string {
    return this.parts.webhooks.url;
  }

  /** The URL to enter in each provider's dashboard, by name, for the providers in use. */
  get webhookUrls(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.complete.senders.map((name) => [name, `${this.apiUrl}/webhooks/${name}`]));
  }

  /** SES configuration sets of this account and region can publish here. */
  get topic(): ITopic {
    return this.parts.sesFeed.topic;
  }

  /** Undefined unless `sesConfigurationSet` is set. */
  get sesConfigurationSetName(): string | undefined {
    return this.parts.sesFeed.configurationSet?.configurationSetName;
  }

  get eventsQueue(): IQueue {
    return this.parts.events.queue;
  }

  /** Messages that failed in every delivery. Redrive them to the events queue once the cause is fixed. */
  get deadLetterQueue(): IQueue {
    return this.parts.events.deadLetters;
  }

  /** SES events that SNS could not deliver to the events queue. */
  get sesDeadLetterQueue(): IQueue {
    return this.parts.sesFeed.deadLetters;
  }

  get messagesTable(): ITable {
    return this.parts.store.messages;
  }

  get addressesTable(): ITable {
    return this.parts.store.addresses;
  }

  /** The verification keys of all providers, as JSON by provider name. */
  get providerSecret(): ISecret {
    return this.parts.keys.secret;
  }

  /** A generated key: it signs the cursors of the API and hashes forgotten addresses. */
  get ownKey(): ISecret {
    return this.parts.ownKey.secret;
  }

  get receiver(): LambdaFunction {
    return this.parts.receiver.function;
  }

  get consumer(): LambdaFunction {
    return this.parts.consumer.function;
  }

  /** Serves the API routes that read. Callers need `execute-api:Invoke` on the routes under `/v1`. */
  get apiReader(): LambdaFunction {
    return this.parts.readApi.reader;
  }

  /** Serves the API routes that suppress and release addresses. */
  get apiWriter(): LambdaFunction {
    return this.parts.readApi.writer;
  }

  /** The history of all events; undefined when `lake` is false. */
  get lake(): EventLake | undefined {
    return this.parts.lake;
  }

  /** Where the dimensions of the lake come from. A repair of the lake needs these settings. */
  get dimensions(): DimensionSettings | undefined {
    return this.complete.lake?.dimensions;
  }

  /** How long an event row is kept, and a repeat of the event is recognised. */
  get dedupeWindow(): Duration {
    return this.complete.dedupeWindow;
  }

  /** How long the status of a message is kept. */
  get statusRetention(): Duration {
    return this.complete.statusRetention;
  }

  /** The named senders that follow Standard Webhooks, and how their events are read. */
  get standardWebhookSources(): Readonly<Record<string, SourceMapping>> {
    return this.complete.namedSources;
  }

  /** When an address counts as suppressed. Every reader of the addresses table needs these settings. */
  get suppression(): SuppressionSettings {
    return this.complete.suppression;
  }

  /** Alarms are announced here. */
  get alarmTopic(): ITopic {
    return this.parts.alarms.topic;
  }

  /** Contains the region, because all regions of an account share the names of dashboards. */
  get dashboardName(): string {
    return this.parts.dashboard.name;
  }

  private keyFrom(given: boolean | IKey | undefined, removalPolicy: RemovalPolicy): IKey | undefined {
    if (!given) return undefined;
    const key =
      given === true
        ? new Key(this, 'Key', {
            description: `${this.name}: encrypts events, provider keys and logs`,
            enableKeyRotation: true,
            removalPolicy,
          })
        : given;
    allowServicesToUseKey(this, key);
    return key;
  }
}
