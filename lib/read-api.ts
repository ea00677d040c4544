import { Duration, Validations } from 'aws-cdk-lib';
import { type HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { SuppressionSettings } from '../core/fold-suppression.ts';
import type { ApiEnvironment } from '../lambdas/api/environment.ts';
import { routes } from '../lambdas/api/routes.ts';
import { letUseKey } from './encryption.ts';
import { LambdaFunction } from './lambda-function.ts';

export interface ReadApiProps {
  /** The API that webhooks come to; these routes are beside theirs, for signed callers only. */
  readonly api: HttpApi;
  readonly messagesTable: ITable;
  readonly addressesTable: ITable;
  readonly suppression: SuppressionSettings;
  /** Seals cursors, and makes hashes of addresses that were forgotten. */
  readonly ownKey: ISecret;
  readonly logRetention: RetentionDays;
  readonly encryptionKey?: IKey;
}

/** Answers other programs: what became of a message, may one send to an address. */
export class ReadApi extends Construct {
  /** Whoever only asks, only reads. */
  readonly reader: LambdaFunction;
  /** Suppresses and releases by hand. */
  readonly writer: LambdaFunction;

  constructor(scope: Construct, id: string, props: ReadApiProps) {
    super(scope, id);
    const environment = {
      MESSAGES_TABLE: props.messagesTable.tableName,
      ADDRESSES_TABLE: props.addressesTable.tableName,
      SUPPRESSION: JSON.stringify(props.suppression),
      OWN_KEY_SECRET_NAME: props.ownKey.secretName,
    } satisfies ApiEnvironment;
    const common = {
      // A sender asks before every mail: it should not wait for a cold start any longer than it must.
      memoryMb: 512,
      timeout: Duration.seconds(10),
      environment,
      logRetention: props.logRetention,
      encryptionKey: props.encryptionKey,
    };
    this.reader = new LambdaFunction(this, 'Reader', {
      ...common,
      folder: 'api-reader',
      description: 'Mailfold: answers questions',
    });
    this.writer = new LambdaFunction(this, 'Writer', {
      ...common,
      folder: 'api-writer',
      description: 'Mailfold: suppresses and releases by hand',
    });

    const { messagesTable, addressesTable } = props;
    grant(this.reader, ['dynamodb:Query', 'dynamodb:BatchGetItem'], messagesTable.tableArn);
    grant(this.reader, ['dynamodb:Query'], `${messagesTable.tableArn}/index/byRecipient`);
    grant(
      this.reader,
      ['dynamodb:Query'],
      addressesTable.tableArn,
      `${addressesTable.tableArn}/index/byCause`,
    );
    grant(this.reader, ['secretsmanager:GetSecretValue'], props.ownKey.secretArn);
    grant(this.writer, ['dynamodb:Query', 'dynamodb:PutItem'], addressesTable.tableArn);
    grant(this.writer, ['secretsmanager:GetSecretValue'], props.ownKey.secretArn);

    for (const each of [this.reader, this.writer]) {
      letUseKey(each, props.encryptionKey);
      Validations.of(each).acknowledge({
        id: 'Serverless-LambdaDLQ',
        reason:
          'Whoever asks waits for the answer and is told when there is none; nothing is ever invoked without somebody waiting.',
      });
    }

    const authorizer = new HttpIamAuthorizer();
    const integrations = {
      reader: new HttpLambdaIntegration('Reader', this.reader),
      writer: new HttpLambdaIntegration('Writer', this.writer),
    };
    for (const { method, path, writes } of routes) {
      const integration = writes ? integrations.writer : integrations.reader;
      props.api.addRoutes({ path, methods: [HttpMethod[method]], integration, authorizer });
    }
  }
}

function grant(grantee: LambdaFunction, actions: string[], ...resourceArns: string[]): void {
  Grant.addToPrincipal({ grantee, actions, resourceArns });
}
