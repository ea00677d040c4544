import { type Role, roles, routes } from '../lambdas/api/routes.ts';
import { topicProvider } from '../providers/manifests.ts';
import { type CommandRights, commandRights, operatorRights, type Part } from './command-rights.ts';
import { outputs } from './outputs.ts';

/** How the page calls a part, and the end of its ARN, with the output that has the name in capitals. */
const parts: Readonly<Record<Part, { readonly words: string; readonly arn: string }>> = {
  stack: { words: 'the stack', arn: 'cloudformation:REGION:ACCOUNT:stack/STACK/*' },
  api: { words: 'API', arn: 'execute-api:REGION:ACCOUNT:API/*/*/v1/*' },
  messages: { words: 'messages', arn: `dynamodb:REGION:ACCOUNT:table/${outputs.messagesTableName}` },
  'messages-by-recipient': {
    words: 'the index of messages',
    arn: `dynamodb:REGION:ACCOUNT:table/${outputs.messagesTableName}/index/byRecipient`,
  },
  'messages-stream': {
    words: 'the stream of messages',
    arn: `dynamodb:REGION:ACCOUNT:table/${outputs.messagesTableName}/stream/*`,
  },
  addresses: { words: 'addresses', arn: `dynamodb:REGION:ACCOUNT:table/${outputs.addressesTableName}` },
  'addresses-by-cause': {
    words: 'the index of addresses',
    arn: `dynamodb:REGION:ACCOUNT:table/${outputs.addressesTableName}/index/byCause`,
  },
  'events-queue': { words: 'events queue', arn: `sqs:REGION:ACCOUNT:${outputs.eventsQueueUrl}` },
  'dead-letters': { words: 'dead letters', arn: `sqs:REGION:ACCOUNT:${outputs.deadLetterQueueUrl}` },
  'ses-dead-letters': {
    words: `${topicProvider.title} dead letters`,
    arn: `sqs:REGION:ACCOUNT:${outputs.sesDeadLetterQueueUrl}`,
  },
  'provider-keys': {
    words: 'provider keys',
    arn: `secretsmanager:REGION:ACCOUNT:secret:${outputs.providerSecretName}-??????`,
  },
  'own-key': {
    words: 'own key',
    arn: `secretsmanager:REGION:ACCOUNT:secret:${outputs.ownKeySecretName}-??????`,
  },
  'receiver-log': {
    words: 'log of the receiver',
    arn: `logs:REGION:ACCOUNT:log-group:${outputs.receiverLogGroupName}:*`,
  },
  'consumer-log': {
    words: 'log of the consumer',
    arn: `logs:REGION:ACCOUNT:log-group:${outputs.consumerLogGroupName}:*`,
  },
  'ses-topic': { words: `${topicProvider.title} topic`, arn: `sns:REGION:ACCOUNT:${outputs.sesTopicArn}` },
  lake: { words: 'lake', arn: `s3:::${outputs.lakeBucketName}` },
  'lake-objects': { words: 'files of the lake', arn: `s3:::${outputs.lakeBucketName}/*` },
  'lake-failures': {
    words: 'what the lake lacks',
    arn: `sqs:REGION:ACCOUNT:${outputs.lakeFailuresQueueUrl}`,
  },
  'lake-workgroup': {
    words: 'workgroup of the lake',
    arn: `athena:REGION:ACCOUNT:workgroup/${outputs.lakeWorkGroupName}`,
  },
  'lake-catalog': { words: 'catalog of Glue', arn: 'glue:REGION:ACCOUNT:catalog' },
  'lake-database': {
    words: 'database of the lake',
    arn: `glue:REGION:ACCOUNT:database/${outputs.lakeDatabaseName}`,
  },
  'lake-tables': { words: 'its tables', arn: `glue:REGION:ACCOUNT:table/${outputs.lakeDatabaseName}/*` },
  'alarm-topic': { words: 'alarm topic', arn: `sns:REGION:ACCOUNT:${outputs.alarmTopicArn}` },
  'webhook-queues': {
    words: 'queues of the endpoints',
    arn: `sqs:REGION:ACCOUNT:${outputs.webhookEndpoints}`,
  },
  'webhook-deliveries': {
    words: 'deliveries',
    arn: `dynamodb:REGION:ACCOUNT:table/${outputs.webhookDeliveriesTableName}`,
  },
  'webhook-secret': {
    words: 'webhook secret',
    arn: `secretsmanager:REGION:ACCOUNT:secret:${outputs.webhookSecretName}-??????`,
  },
  'listen-rules': {
    words: 'rules of listeners',
    arn: `events:REGION:ACCOUNT:rule/${outputs.eventBusName}/mailfold-listen-*`,
  },
  'listen-queues': { words: 'queues of listeners', arn: 'sqs:REGION:ACCOUNT:mailfold-listen-*' },
  all: { words: '`*`', arn: '*' },
};

/** docs/permissions.md, from the list of rights. `npm run permissions` writes it, and a test compares. */
export function permissionsPage(): string {
  const rows = Object.entries(commandRights).map(
    ([command, rights]) => `| \`${command}\` | ${rightsInWords(rights)} |`,
  );
  return [before, ...rows, between, policy(operatorRights), after].join('\n');
}

function rightsInWords(rights: CommandRights): string {
  const each = Object.entries(rights).map(
    ([part, actions]) =>
      `${parts[part as Part].words}: ${actions.map((action) => `\`${action}\``).join(' ')}`,
  );
  return each.length === 0 ? 'nothing more' : each.join('<br>');
}

function policy(rights: CommandRights): string {
  const statements = Object.entries(rights).map(([part, actions]) => {
    const { arn } = parts[part as Part];
    return { Effect: 'Allow', Action: actions, Resource: arn === '*' ? arn : `arn:aws:${arn}` };
  });
  return JSON.stringify({ Version: '2012-10-17', Statement: statements }, null, 2);
}

function routesOf(role: Role): string {
  return routes
    .filter((route) => route.role === role)
    .map(({ method, path }) => `\`${method}${path.replaceAll(/\{\w+\}/g, '*')}\``)
    .join('<br>');
}

const before = `# Permissions

Who may do what, with the least rights that suffice. This page is made by \`npm run permissions\` from a list in the code. A test runs
every command on the local stack and compares the list with the calls that the command makes.

In a CDK app, the construct has four methods, each for a role, a user or a function:

| Method | Lets somebody |
|---|---|
| \`mailfold.grantRead(role)\` | ask the API: status of messages, whether an address is suppressed, and statistics |
| \`mailfold.grantWrite(role)\` | suppress and release addresses through the API; for reading, add \`grantRead\` |
| \`mailfold.grantConsole(role, 'viewer')\` | use \`mailfold console\` as \`viewer\`, \`support\` or \`operator\` ([what each may do](hosted-console.md#who-may-do-what)) |
| \`mailfold.grantOperate(role)\` | use the command line: everything on this page |

## Programs

A program that calls the API needs \`execute-api:Invoke\`, and nothing else: the functions behind the routes have rights of their
own. \`API\` is the first part of the host in the URL that *API Gateway → APIs* shows. A \`*\` in such an ARN also stands for slashes:
\`GET/v1/*\` would include the bodies of dead letters. By role, each with the routes of those above it:

| Role | \`arn:aws:execute-api:REGION:ACCOUNT:API/*/…\` |
|---|---|
${roles.map((role) => `| ${role} | ${routesOf(role)} |`).join('\n')}

## Deploying

\`npm run deploy\` uses the roles that \`npm run bootstrap\` has made: whoever deploys needs \`sts:AssumeRole\` on
\`arn:aws:iam::ACCOUNT:role/cdk-*\`. With \`cloudformation:DescribeStacks\` the script reads what is deployed with your own rights,
otherwise with the CDK's role for reading.

## Each command

Every command needs \`cloudformation:DescribeStacks\` on the stack, and in addition:

| Command | On: actions |
|---|---|`;

const between = `
\`cost\`, \`storm\`, \`seed\`, \`verify\`, \`normalize\` and \`completion\` do not ask AWS. If the stack has a KMS key (\`encryptionKey\`), add
\`kms:Decrypt\` and \`kms:GenerateDataKey\` on it, with the condition that \`kms:ViaService\` is one of
\`sqs\`, \`dynamodb\`, \`secretsmanager\`, \`sns\` and \`s3\` \`.REGION.amazonaws.com\`.

## A policy for operators

All of the above, for whoever operates the stack. Replace \`REGION\`, \`ACCOUNT\`, \`STACK\` and each output (\`${outputs.messagesTableName}\` and
others) by its value; of a queue's URL, take the last part, and of a topic's ARN the last part. For
\`${outputs.webhookEndpoints}\`, list for each endpoint the last part of its \`queueUrl\`, and the same with \`-set-aside\`. Leave out the statements about
parts that the stack does not have. Leave out what the person shall not do:
\`dynamodb:DeleteItem\` is for \`forget\`, \`secretsmanager:PutSecretValue\` for \`secrets set\`,
\`secrets retire\` and \`connect\`.

\`\`\`json`;

const after = `\`\`\`
`;
