import type { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';
import type { DimensionSettings } from '../core/dimension-settings.ts';
import type { SuppressionSettings } from '../core/fold-suppression.ts';
import type { SourceMapping } from '../providers/source-mapping.ts';
import type { EventLake } from './event-lake.ts';
import type { FanOut } from './fan-out.ts';
import type { LambdaFunction } from './lambda-function.ts';

/** What a Mailfold has for the rest of an app: its parts, and what others must know of its settings. */
export interface IMailfold extends IConstruct {
  /** The start of the dashboard's name and of every alarm name, and the `stack` dimension of every metric. */
  readonly name: string;
  /** The KMS key; undefined unless `encryptionKey` is set. */
  readonly encryptionKey?: IKey;
  /** The HTTP API of the webhooks, and of the routes for other programs under `/v1`. */
  readonly api: HttpApi;
  /** The start of every webhook and API URL, without a trailing slash. */
  readonly apiUrl: string;
  /** What a CNAME record of `domainName` must name; undefined without a domain name. */
  readonly domainTarget?: string;
  /** The URL to enter in each provider's dashboard, by name, for the providers in use. */
  readonly webhookUrls: Readonly<Record<string, string>>;
  /** SES configuration sets of this account and region can publish here. */
  readonly topic: ITopic;
  /** Undefined unless a configuration set is asked for or named. */
  readonly sesConfigurationSetName?: string;
  readonly eventsQueue: IQueue;
  /** Messages that failed in every delivery. Redrive them to the events queue once the cause is fixed. */
  readonly deadLetterQueue: IQueue;
  /** SES events that SNS could not deliver to the events queue. */
  readonly sesDeadLetterQueue: IQueue;
  readonly messagesTable: ITable;
  readonly addressesTable: ITable;
  /** The verification keys of all providers, as JSON by provider name. */
  readonly providerSecret: ISecret;
  /** A generated key: it signs the cursors of the API and hashes forgotten addresses. */
  readonly ownKey: ISecret;
  readonly receiver: LambdaFunction;
  readonly consumer: LambdaFunction;
  /** Serves the API routes that read. `grantRead` lets somebody call them. */
  readonly apiReader: LambdaFunction;
  /** Serves the API routes that suppress and release addresses. `grantWrite` lets somebody call them. */
  readonly apiWriter: LambdaFunction;
  /** Serves the API routes for health, set-up, dead letters and live events. */
  readonly apiOperator: LambdaFunction;
  /** Where people sign in to the console; undefined unless `console` is set. */
  readonly consoleUrl?: string;
  /** The people who may sign in to the console; undefined unless `console` is set, or when they sign in elsewhere. */
  readonly consolePeople?: IUserPool;
  /** Serves the API route for statistics; undefined when `lake` is false. */
  readonly apiStats?: LambdaFunction;
  /** The history of all events; undefined when `lake` is false. */
  readonly lake?: EventLake;
  /** What tells other programs of events; undefined unless `eventBus` or `webhooks` is set. */
  readonly fanOut?: FanOut;
  /** Put rules of your own on it; undefined unless `eventBus` is set. */
  readonly eventBus?: IEventBus;
  /** Where the dimensions of the lake come from. A repair of the lake needs these settings. */
  readonly dimensions?: DimensionSettings;
  /** How long an event row is kept, and a repeat of the event is recognised. */
  readonly dedupeWindow: Duration;
  /** How long the status of a message is kept. */
  readonly statusRetention: Duration;
  /** The named senders that follow Standard Webhooks, and how their events are read. */
  readonly standardWebhookSources: Readonly<Record<string, SourceMapping>>;
  /** When an address counts as suppressed. Every reader of the addresses table needs these settings. */
  readonly suppression: SuppressionSettings;
  /** Alarms are announced here. */
  readonly alarmTopic: ITopic;
  /** Contains the region, because all regions of an account share the names of dashboards. */
  readonly dashboardName: string;
}
