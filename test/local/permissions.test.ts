import { SQS } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import { clientSettings } from '../../local/clients.ts';
import { dynamoDbRights } from '../../local/dynamodb-rights.ts';
import { missingRights, readStatements } from '../../local/permissions.ts';
import { type RunningTemplate, runTemplate } from '../../local/run-template.ts';
import { queues } from '../../local/runners/queues.ts';
import { roles } from '../../local/runners/roles.ts';
import { aTemplate } from './support/assembly.ts';

const put = (resource: string) => [{ action: 'dynamodb:PutItem', resources: [resource] }];
const allow = (Action: string | string[], Resource: string | string[]) => ({
  Effect: 'Allow',
  Action,
  Resource,
});
const missing = (Statement: object | object[], resource = 'arn:table/a') =>
  missingRights(readStatements({ Statement }), put(resource));

describe('a policy', () => {
  it('allows an action on a resource that one of its statements names', () => {
    expect(missing(allow('dynamodb:PutItem', 'arn:table/a'))).toEqual([]);
    expect(
      missing([allow('sqs:*', '*'), allow(['dynamodb:GetItem', 'dynamodb:Put*'], 'arn:table/?')]),
    ).toEqual([]);
    expect(missing(allow('dynamodb:putitem', '*'))).toEqual([]);
  });

  it('does not allow what it does not name', () => {
    const expected = ['dynamodb:PutItem on arn:table/a'];
    expect(missing([])).toEqual(expected);
    expect(missing(allow('dynamodb:GetItem', 'arn:table/a'))).toEqual(expected);
    expect(missing(allow('dynamodb:PutItem', 'arn:table/b'))).toEqual(expected);
    expect(missing(allow('dynamodb:PutItem', 'arn:table/a/index/*'))).toEqual(expected);
    expect(missing(allow('dynamodb:PutItem', 'arn:table/A'))).toEqual(expected);
    // A dot is not a wildcard.
    expect(missing(allow('dynamodb:PutItem', 'arn.table/a'))).toEqual(expected);
  });

  it('denies what one statement denies, whatever others allow', () => {
    const deny = { Effect: 'Deny', Action: 'dynamodb:*', Resource: 'arn:table/a' };
    expect(missing([allow('*', '*'), deny])).toEqual(['dynamodb:PutItem on arn:table/a']);
    expect(missing([allow('*', '*'), deny], 'arn:table/b')).toEqual([]);
  });
});

describe('a call to DynamoDB needs', () => {
  const rights = (action: string, body: Record<string, unknown>) =>
    dynamoDbRights({ action, body }).map(({ action: each, resources }) => [
      each,
      ...resources.map((arn) => arn.split(':').at(-1)),
    ]);

  it('its action on each table and index that it names', () => {
    expect(rights('PutItem', { TableName: 'a' })).toEqual([['dynamodb:PutItem', 'table/a']]);
    expect(rights('Query', { TableName: 'a', IndexName: 'i' })).toEqual([
      ['dynamodb:Query', 'table/a/index/i'],
    ]);
    expect(rights('BatchGetItem', { RequestItems: { a: {}, b: {} } })).toEqual([
      ['dynamodb:BatchGetItem', 'table/a', 'table/b'],
    ]);
    expect(rights('ListTables', {})).toEqual([['dynamodb:ListTables', '*']]);
    expect(
      rights('TransactWriteItems', {
        TransactItems: [{ Put: { TableName: 'a' } }, { ConditionCheck: { TableName: 'b' } }],
      }),
    ).toEqual([
      ['dynamodb:PutItem', 'table/a'],
      ['dynamodb:ConditionCheckItem', 'table/b'],
    ]);
  });

  it('the action of each statement, and not that of the batch', () => {
    const Statements = [
      { Statement: `INSERT INTO "a" VALUE {'x': ?}` },
      { Statement: 'update "b" SET "x" = ? WHERE k = ?' },
      { Statement: 'SELECT * FROM "a"."i" WHERE k = ?' },
    ];
    expect(rights('BatchExecuteStatement', { Statements })).toEqual([
      ['dynamodb:PartiQLInsert', 'table/a'],
      ['dynamodb:PartiQLUpdate', 'table/b'],
      ['dynamodb:PartiQLSelect', 'table/a/index/i'],
    ]);
  });
});

describe('a function', () => {
  let running: RunningTemplate;
  afterEach(() => running?.stop());

  const document = (Action: string) => ({
    PolicyDocument: { Statement: [allow(Action, 'arn:aws:sqs:us-east-1:000000000000:events')] },
  });

  it('is refused what neither its role nor a policy attached to it allows', async () => {
    running = await runTemplate(
      aTemplate({
        Role: {
          Type: 'AWS::IAM::Role',
          Properties: { RoleName: 'sender', Policies: [document('sqs:GetQueueAttributes')] },
        },
        Policy: {
          Type: 'AWS::IAM::Policy',
          Properties: { Roles: [{ Ref: 'Role' }], ...document('sqs:SendMessage') },
        },
        Other: { Type: 'AWS::IAM::Policy', Properties: { Roles: ['other'], ...document('sqs:*') } },
        Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'events' } },
      }),
      [roles, queues],
    );
    const { run } = running;
    run.limit('SENDER', run.started(roles).statementsOf('arn:aws:iam:us-east-1:000000000000:role/sender'));
    const sqs = new SQS({
      ...clientSettings(run.awsEndpoint),
      credentials: { accessKeyId: 'SENDER', secretAccessKey: 'x' },
      maxAttempts: 1,
    });
    const QueueUrl = `${run.awsEndpoint}/000000000000/events`;
    await sqs.sendMessage({ QueueUrl, MessageBody: 'a' });
    await sqs.sendMessageBatch({ QueueUrl, Entries: [{ Id: '1', MessageBody: 'b' }] });
    await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] });
    await expect(sqs.receiveMessage({ QueueUrl })).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message:
        'the role of the function does not allow sqs:ReceiveMessage on arn:aws:sqs:us-east-1:000000000000:events',
    });
    sqs.destroy();
  });
});
