import type { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { DimensionSettings } from '../core/dimension-settings.ts';
import type { SuppressionSettings } from '../core/fold-suppression.ts';
import type { Role } from '../lambdas/api/routes.ts';
import type { SourceMapping } from '../providers/source-mapping.ts';
import { type CompleteProps, completeProps } from './complete-props.ts';
import { allowServicesToUseKey } from './encryption.ts';
import type { EventLake } from './event-lake.ts';
import type { FanOut } from './fan-out.ts';
import { grantConsoleUse, grantOperation, grantRoutes } from './grants.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { IMailfold } from './mailfold-interface.ts';
import { mailfoldNameOf } from './mailfold-name.ts';
import { addOutputs, type OutputOptions } from './mailfold-outputs.ts';
import { addParts, type MailfoldParts } from './mailfold-parts.ts';
import type { MailfoldProps } from './mailfold-props.ts';

/** Turns the webhooks of email providers into one true state per message. */
export class Mailfold extends Construct implements IMailfold {
  readonly name: string;
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

  /** Adds the outputs that `mailfold --stack NAME` reads: without them, the command line does not find the parts of the stack. */
  addOutputs(options: OutputOptions = {}): void {
    addOutputs(this, options);
  }

  /** Lets a program ask the API: the status of messages, and whether an address is suppressed. */
  grantRead(grantee: IGrantable): Grant {
    return grantRoutes(this, grantee, 'read');
  }

  /** Lets a program suppress and release addresses through the API. It does not include `grantRead`. */
  grantWrite(grantee: IGrantable): Grant {
    return grantRoutes(this, grantee, 'write');
  }

  /**
   * Lets somebody use `mailfold console` on this stack. A viewer reads; support also releases and suppresses addresses and sees events as
   * the provider sent them; an operator also sees the bodies of dead letters and sends them again.
   */
  grantConsole(grantee: IGrantable, role: Role): Grant {
    return grantConsoleUse(this, grantee, role);
  }

  /**
   * Lets somebody use the command line on this stack, and the console as operator. That includes reading all data, changing
   * provider keys and forgetting addresses; docs/permissions.md has the rights of each command.
   */
  grantOperate(grantee: IGrantable): Grant {
    return grantOperation(this, grantee);
  }

  get api(): HttpApi {
    return this.parts.webhooks.api;
  }

  get apiUrl(): string {
    return this.parts.webhooks.url;
  }

  get domainTarget(): string | undefined {
    return this.parts.webhooks.domain?.domainName.regionalDomainName;
  }

  get webhookUrls(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.complete.senders.map((name) => [name, `${this.apiUrl}/webhooks/${name}`]));
  }

  get topic(): ITopic {
    return this.parts.sesFeed.topic;
  }

  get sesConfigurationSetName(): string | undefined {
    return this.parts.sesFeed.configurationSet?.configurationSetName;
  }

  get eventsQueue(): IQueue {
    return this.parts.events.queue;
  }

  get deadLetterQueue(): IQueue {
    return this.parts.events.deadLetters;
  }

  get sesDeadLetterQueue(): IQueue {
    return this.parts.sesFeed.deadLetters;
  }

  get messagesTable(): ITable {
    return this.parts.store.messages;
  }

  get addressesTable(): ITable {
    return this.parts.store.addresses;
  }

  get providerSecret(): ISecret {
    return this.parts.providerSecret;
  }

  get ownKey(): ISecret {
    return this.parts.ownKey;
  }

  get receiver(): LambdaFunction {
    return this.parts.receiver.function;
  }

  get consumer(): LambdaFunction {
    return this.parts.consumer.function;
  }

  get apiReader(): LambdaFunction {
    return this.parts.readApi.reader;
  }

  get apiWriter(): LambdaFunction {
    return this.parts.readApi.writer;
  }

  get apiOperator(): LambdaFunction {
    return this.parts.operatorApi.function;
  }

  get consoleUrl(): string | undefined {
    return this.parts.hosted?.url;
  }

  get consolePeople(): IUserPool | undefined {
    return this.parts.hosted?.pool;
  }

  get apiStats(): LambdaFunction | undefined {
    return this.parts.statsApi?.function;
  }

  /** The history of all events; undefined when `lake` is false. */
  get lake(): EventLake | undefined {
    return this.parts.lake;
  }

  /** What tells other programs of events; undefined unless `eventBus` or `webhooks` is set. */
  get fanOut(): FanOut | undefined {
    return this.parts.fanOut;
  }

  /** Put rules of your own on it; undefined unless `eventBus` is set. */
  get eventBus(): IEventBus | undefined {
    return this.parts.fanOut?.bus;
  }

  /** Where the dimensions of the lake come from. A repair of the lake needs these settings. */
  get dimensions(): DimensionSettings | undefined {
    return this.complete.lake?.dimensions;
  }

  get dedupeWindow(): Duration {
    return this.complete.dedupeWindow;
  }

  get statusRetention(): Duration {
    return this.complete.statusRetention;
  }

  get standardWebhookSources(): Readonly<Record<string, SourceMapping>> {
    return this.complete.namedSources;
  }

  get suppression(): SuppressionSettings {
    return this.complete.suppression;
  }

  get alarmTopic(): ITopic {
    return this.parts.alarms.topic;
  }

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
