import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient, DescribeLogGroupsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';

type Account = { readonly profile?: string; readonly region?: string };

/**
 * What is left of a stack that was destroyed. CloudFormation is asked for resources that it did not delete, and the services
 * themselves for whatever bears the stack's name.
 */
export async function leftoversOf(stackName: string, stackId: string, account: Account): Promise<string[]> {
  const found = await Promise.all([
    notDeleted(stackId, account),
    tables(stackName, account),
    queues(stackName, account),
    logGroups(stackName, account),
    alarms(stackName, account),
  ]);
  return found.flat();
}

async function notDeleted(stackId: string, account: Account): Promise<string[]> {
  const client = new CloudFormationClient(account);
  const found: string[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName: stackId }))
    for (const { ResourceStatus, ResourceType, PhysicalResourceId } of page.StackResourceSummaries ?? [])
      if (ResourceStatus !== 'DELETE_COMPLETE')
        found.push(`${ResourceType} ${PhysicalResourceId} (${ResourceStatus})`);
  return found;
}

async function tables(stackName: string, account: Account): Promise<string[]> {
  const client = new DynamoDBClient(account);
  const found: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client }, {}))
    found.push(...TableNames.filter((name) => name.startsWith(stackName)));
  return found.map((name) => `table ${name}`);
}

async function queues(stackName: string, account: Account): Promise<string[]> {
  const { QueueUrls = [] } = await new SQSClient(account).send(
    // Names that CloudFormation makes up begin with the stack's name; those of the template lack its hyphens.
    new ListQueuesCommand({ QueueNamePrefix: stackName.split('-')[0] }),
  );
  const mine = [stackName, stackName.replaceAll('-', '')];
  return QueueUrls.filter((url) => mine.some((name) => url.split('/').at(-1)?.startsWith(name))).map(
    (url) => `queue ${url}`,
  );
}

async function logGroups(stackName: string, account: Account): Promise<string[]> {
  const { logGroups: found = [] } = await new CloudWatchLogsClient(account).send(
    new DescribeLogGroupsCommand({ logGroupNamePattern: stackName }),
  );
  return found.map(({ logGroupName }) => `log group ${logGroupName}`);
}

async function alarms(stackName: string, account: Account): Promise<string[]> {
  const client = new CloudWatchClient(account);
  const found: string[] = [];
  for await (const { MetricAlarms = [] } of paginateDescribeAlarms(
    { client },
    { AlarmNamePrefix: stackName },
  ))
    found.push(...MetricAlarms.map(({ AlarmName }) => `alarm ${AlarmName}`));
  return found;
}
