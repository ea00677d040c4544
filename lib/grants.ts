import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { type ApiRoute, type Role, roles, routes } from '../lambdas/api/routes.ts';
import {
  type CommandRights,
  everyCommand,
  merge,
  operatorRights,
  type Part,
  shownLive,
} from './command-rights.ts';
import { grantKeyUse } from './encryption.ts';
import type { EventLake } from './event-lake.ts';
import type { IMailfold } from './mailfold-interface.ts';
import { outermostStack } from './mailfold-name.ts';
import { secretArnFor } from './secret-arn.ts';

/** Lets a caller use the routes of the API for questions about mail, or those that change suppressions. */
export function grantRoutes(mailfold: IMailfold, grantee: IGrantable, kind: 'read' | 'write'): Grant {
  const servedBy: readonly string[] = kind === 'write' ? ['writer'] : ['reader', 'stats'];
  // Payloads are for people with a higher role than those who read.
  const wanted = routes.filter(
    (route) => servedBy.includes(route.servedBy) && (kind === 'write' || route.role === 'viewer'),
  );
  return invoke(mailfold, grantee, wanted);
}

/** Lets somebody use `mailfold console` with the routes of a role: for AWS identities, their policies are their role. */
export function grantConsoleUse(mailfold: IMailfold, grantee: IGrantable, role: Role): Grant {
  const held = roles.slice(0, roles.indexOf(role) + 1);
  const rights = grantParts(mailfold, grantee, merge(everyCommand, shownLive));
  grantKeyUse(grantee, mailfold.encryptionKey, ['dynamodb']);
  return rights.combine(
    invoke(
      mailfold,
      grantee,
      routes.filter((route) => held.includes(route.role)),
    ),
  );
}

function invoke(mailfold: IMailfold, grantee: IGrantable, wanted: readonly ApiRoute[]): Grant {
  return Grant.addToPrincipal({
    grantee,
    actions: ['execute-api:Invoke'],
    resourceArns: wanted.map(({ method, path }) =>
      mailfold.api.arnForExecuteApi(method, path.replaceAll(/\{\w+\}/g, '*')),
    ),
  });
}

/** Lets a caller use every command of the command line. */
export function grantOperation(mailfold: IMailfold, grantee: IGrantable): Grant {
  const granted = grantParts(mailfold, grantee, operatorRights);
  const services = ['sqs', 'secretsmanager', 'dynamodb', 'sns'] as const;
  grantKeyUse(grantee, mailfold.encryptionKey, [...services, ...(mailfold.lake ? (['s3'] as const) : [])]);
  return granted;
}

function grantParts(mailfold: IMailfold, grantee: IGrantable, rights: CommandRights): Grant {
  const arns = partArns(mailfold);
  const grants = Object.entries(rights).flatMap(([part, actions]) => {
    const arn = arns[part as Part];
    const resourceArns = arn === undefined ? [] : [arn].flat();
    return resourceArns.length === 0
      ? []
      : [Grant.addToPrincipal({ grantee, actions: [...actions], resourceArns })];
  });
  return grants.reduce((all, each) => all.combine(each));
}

/** Undefined for a part that the stack does not have. */
function partArns(mailfold: IMailfold): Readonly<Record<Part, string | string[] | undefined>> {
  const { messagesTable, addressesTable, receiver, consumer, lake } = mailfold;
  const stack = outermostStack(mailfold);
  return {
    stack: Stack.of(mailfold).formatArn({
      service: 'cloudformation',
      resource: 'stack',
      resourceName: `${stack.stackName}/*`,
    }),
    api: mailfold.api.arnForExecuteApi('*', '/v1/*'),
    messages: messagesTable.tableArn,
    'messages-by-recipient': `${messagesTable.tableArn}/index/byRecipient`,
    'messages-stream': `${messagesTable.tableArn}/stream/*`,
    addresses: addressesTable.tableArn,
    'addresses-by-cause': `${addressesTable.tableArn}/index/byCause`,
    'events-queue': mailfold.eventsQueue.queueArn,
    'dead-letters': mailfold.deadLetterQueue.queueArn,
    'ses-dead-letters': mailfold.sesDeadLetterQueue.queueArn,
    'provider-keys': secretArnFor(mailfold.providerSecret),
    'own-key': secretArnFor(mailfold.ownKey),
    'receiver-log': receiver.logGroup.logGroupArn,
    'consumer-log': consumer.logGroup.logGroupArn,
    'ses-topic': mailfold.topic.topicArn,
    lake: lake?.bucket.bucketArn,
    'lake-objects': lake?.bucket.arnForObjects('*'),
    'lake-failures': lake?.historian.failures.queueArn,
    ...lakeQueryArns(lake),
    'alarm-topic': mailfold.alarmTopic.topicArn,
    ...fanOutArns(mailfold),
    all: '*',
  };
}

function fanOutArns({ fanOut, eventBus }: IMailfold) {
  const sender = fanOut?.sender;
  const beside = (service: string, resource: string, bus: IEventBus) =>
    Stack.of(bus).formatArn({ service, resource, arnFormat: ArnFormat.NO_RESOURCE_NAME });
  return {
    'webhook-queues': sender?.endpoints.flatMap(({ queues }) => [
      queues.queue.queueArn,
      queues.setAside.queueArn,
    ]),
    'webhook-deliveries': sender?.deliveries.tableArn,
    'webhook-secret': sender && secretArnFor(sender.secret),
    'listen-rules': eventBus && beside('events', `rule/${eventBus.eventBusName}/mailfold-listen-*`, eventBus),
    'listen-queues': eventBus && beside('sqs', 'mailfold-listen-*', eventBus),
  };
}

/** What a question to the lake needs besides its bucket. */
function lakeQueryArns(lake: EventLake | undefined) {
  const arn = (service: string, resource: string) =>
    lake && Stack.of(lake).formatArn({ service, resource, arnFormat: ArnFormat.NO_RESOURCE_NAME });
  const { databaseName, workGroupName } = lake?.catalog ?? {};
  return {
    'lake-workgroup': arn('athena', `workgroup/${workGroupName}`),
    'lake-catalog': arn('glue', 'catalog'),
    'lake-database': arn('glue', `database/${databaseName}`),
    'lake-tables': arn('glue', `table/${databaseName}/*`),
  };
}
