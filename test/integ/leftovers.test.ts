import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { leftoversOf } from './leftovers.ts';

const clients = {
  stack: CloudFormationClient,
  tables: DynamoDBClient,
  queues: SQSClient,
  logs: CloudWatchLogsClient,
  alarms: CloudWatchClient,
} as const;

/** Lets each service answer every question with one page. */
function account(answers: Readonly<Record<keyof typeof clients, object>>): void {
  for (const [name, Client] of Object.entries(clients))
    vi.spyOn(Client.prototype, 'send').mockImplementation(async () => answers[name as keyof typeof clients]);
}

const empty = { stack: {}, tables: {}, queues: {}, logs: {}, alarms: {} };
const ask = () => leftoversOf('MailfoldInteg-1', 'arn:aws:cloudformation:…', { region: 'eu-west-1' });

describe('what is left of a destroyed stack', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is nothing when every resource was deleted, whatever else the account holds', async () => {
    const deleted = { ResourceType: 'AWS::SQS::Queue', ResourceStatus: 'DELETE_COMPLETE' };
    account({
      ...empty,
      stack: { StackResourceSummaries: [deleted] },
      tables: { TableNames: ['Mailfold-Messages'] },
    });
    expect(await ask()).toEqual([]);
  });

  it('is what CloudFormation kept, and whatever bears the name of the stack', async () => {
    const kept = {
      ResourceType: 'AWS::KMS::Key',
      PhysicalResourceId: 'k1',
      ResourceStatus: 'DELETE_SKIPPED',
    };
    account({
      stack: { StackResourceSummaries: [kept] },
      tables: { TableNames: ['Mailfold-Messages', 'MailfoldInteg-1-Messages'] },
      queues: {
        QueueUrls: ['https://sqs/MailfoldInteg1-Mailfold-Events', 'https://sqs/MailfoldInteg-2-Events'],
      },
      logs: { logGroups: [{ logGroupName: '/aws/lambda/MailfoldInteg-1-Receiver' }] },
      alarms: { MetricAlarms: [{ AlarmName: 'MailfoldInteg-1: dead letters' }] },
    });
    expect(await ask()).toEqual([
      'AWS::KMS::Key k1 (DELETE_SKIPPED)',
      'table MailfoldInteg-1-Messages',
      'queue https://sqs/MailfoldInteg1-Mailfold-Events',
      'log group /aws/lambda/MailfoldInteg-1-Receiver',
      'alarm MailfoldInteg-1: dead letters',
    ]);
  });
});
