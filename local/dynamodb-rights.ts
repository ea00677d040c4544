import type { AwsCall } from './aws-service.ts';
import { arnOf } from './identity.ts';
import type { Right } from './permissions.ts';

type Request = {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly RequestItems?: Readonly<Record<string, unknown>>;
  readonly Statements?: readonly { readonly Statement?: string }[];
  readonly Statement?: string;
  readonly StreamArn?: string;
  readonly ShardIterator?: string;
  readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName?: string }>>[];
};

/** What IAM checks for a call to DynamoDB: the action on each table or index. A statement has an action of its own. */
export function dynamoDbRights({ action, body }: AwsCall): Right[] {
  const { TableName, IndexName, RequestItems, Statements, Statement, TransactItems, ...stream } =
    body as Request;
  const named = `dynamodb:${action}`;
  if (Statements ?? Statement) return (Statements ?? [{ Statement }]).map(statementRight);
  if (TransactItems)
    return TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, { TableName: table = '' }]) => ({
        action: `dynamodb:${kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`}`,
        resources: [tableArn(table)],
      })),
    );
  if (RequestItems) return [{ action: named, resources: Object.keys(RequestItems).map(tableArn) }];
  const ofStream = streamIn(stream.StreamArn ?? stream.ShardIterator ?? '');
  if (ofStream) return [{ action: named, resources: [ofStream] }];
  if (TableName === undefined) return [{ action: named, resources: ['*'] }];
  return [
    {
      action: named,
      resources: [tableArn(TableName) + (IndexName === undefined ? '' : `/index/${IndexName}`)],
    },
  ];
}

function statementRight({ Statement: text = '' }: { readonly Statement?: string }): Right {
  const [, verb = ''] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table = '', index] = /"([^"]+)"(?:\."([^"]+)")?/.exec(text) ?? [];
  const kind = verb.charAt(0).toUpperCase() + verb.slice(1).toLowerCase();
  return {
    action: `dynamodb:PartiQL${kind}`,
    resources: [tableArn(table) + (index === undefined ? '' : `/index/${index}`)],
  };
}

/** DynamoDB Local has a region of its own in the ARNs of streams; an iterator begins with such an ARN. */
function streamIn(text: string): string | undefined {
  const [found] = /table\/[^/]+\/stream\/[^|]+/.exec(text) ?? [];
  return found && arnOf('dynamodb', found);
}

function tableArn(table: string): string {
  return arnOf('dynamodb', `table/${table}`);
}
