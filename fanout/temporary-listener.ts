import { randomBytes } from 'node:crypto';
import {
  DeleteRuleCommand,
  type EventBridgeClient,
  ListRulesCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
  type Rule,
} from '@aws-sdk/client-eventbridge';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueUrlCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { busSource } from './bus.ts';

/** The beginning of every name, of rule and queue alike. Policies name it. */
export const listenerPrefix = 'mailfold-listen-';

export type TemporaryListener = {
  readonly queueUrl: string;
  /** Says that it is still in use. */
  renew(): Promise<void>;
  close(): Promise<void>;
};

/** Who listens. A listener of this machine is in use as long as its process lives. */
export type Listening = { readonly host: string; readonly pid: number };

type Bus = { readonly events: EventBridgeClient; readonly sqs: SQSClient; readonly busName: string };

/** Without a renewal, a listener counts as left behind after this time. */
const keptMillis = 5 * 60_000;
const targetId = 'queue';

/**
 * A rule and a queue of its own on the bus, for as long as somebody listens. The rule comes first and goes last, so that whatever is left
 * behind is found by its rule.
 */
export async function openListener(
  bus: Bus,
  types: readonly string[] | undefined,
  listening: Listening,
  now: () => Date,
): Promise<TemporaryListener> {
  const { events, sqs, busName: EventBusName } = bus;
  const Name = `${listenerPrefix}${randomBytes(6).toString('hex')}`;
  const rule = () => ({
    Name,
    EventBusName,
    Description: describe(listening, new Date(now().getTime() + keptMillis)),
    EventPattern: JSON.stringify({ source: [busSource], ...(types && { 'detail-type': types }) }),
  });
  const { RuleArn = '' } = await events.send(new PutRuleCommand(rule()));
  try {
    const queueArn = queueArnBeside(RuleArn, Name);
    const { QueueUrl = '' } = await sqs.send(
      new CreateQueueCommand({ QueueName: Name, Attributes: attributesOf(queueArn, RuleArn) }),
    );
    const target = { Id: targetId, Arn: queueArn };
    await events.send(new PutTargetsCommand({ EventBusName, Rule: Name, Targets: [target] }));
    return {
      queueUrl: QueueUrl,
      renew: async () => void (await events.send(new PutRuleCommand(rule()))),
      close: () => remove(bus, Name),
    };
  } catch (error) {
    await remove(bus, Name);
    throw error;
  }
}

/** Removes what listeners have left behind that were killed. Returns how many there were. */
export async function removeLeftListeners(
  bus: Bus,
  isAlive: (listening: Listening) => boolean,
  now: () => Date,
): Promise<number> {
  const list = new ListRulesCommand({ EventBusName: bus.busName, NamePrefix: listenerPrefix });
  const { Rules = [] } = await bus.events.send(list);
  const left = Rules.filter((rule) => isLeft(rule, isAlive, now()));
  for (const { Name = '' } of left) await remove(bus, Name);
  return left.length;
}

async function remove({ events, sqs, busName: EventBusName }: Bus, Name: string): Promise<void> {
  await ifThere(() => events.send(new RemoveTargetsCommand({ EventBusName, Rule: Name, Ids: [targetId] })));
  await ifThere(async () => {
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: Name }));
    await sqs.send(new DeleteQueueCommand({ QueueUrl }));
  });
  await ifThere(() => events.send(new DeleteRuleCommand({ EventBusName, Name })));
}

/** Somebody else may have removed it, or it was never made. */
async function ifThere(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!/ResourceNotFound|NonExistentQueue|QueueDoesNotExist/.test((error as Error).name)) throw error;
  }
}

function describe({ host, pid }: Listening, until: Date): string {
  return `mailfold listen on ${host.slice(0, 200)} (pid ${pid}), until ${until.toISOString()}`;
}

function isLeft({ Description = '' }: Rule, isAlive: (listening: Listening) => boolean, now: Date): boolean {
  const [, host = '', pid = '', until = ''] =
    /^mailfold listen on (.*) \(pid (\d+)\), until (\S+)$/.exec(Description) ?? [];
  const end = Date.parse(until);
  if (Number.isNaN(end)) return false;
  return end < now.getTime() || !isAlive({ host, pid: Number(pid) });
}

/** In the account and region of the rule. */
function queueArnBeside(ruleArn: string, name: string): string {
  const [arn, partition, , region, account] = ruleArn.split(':');
  return [arn, partition, 'sqs', region, account, name].join(':');
}

function attributesOf(queueArn: string, ruleArn: string): Record<string, string> {
  const statement = {
    Effect: 'Allow',
    Principal: { Service: 'events.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource: queueArn,
    Condition: { ArnEquals: { 'aws:SourceArn': ruleArn } },
  };
  return {
    // If it is left behind, what it holds is gone after an hour.
    MessageRetentionPeriod: '3600',
    VisibilityTimeout: '60',
    Policy: JSON.stringify({ Version: '2012-10-17', Statement: [statement] }),
  };
}
