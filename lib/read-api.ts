import { Duration, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { SuppressionSettings } from '../core/fold-suppression.ts';
import type { ApiEnvironment } from '../lambdas/api/environment.ts';
import { addApiRoutes } from './api-routes.ts';
import type { CanaryRollout } from './canary-rollout.ts';
import { grantKeyUse } from './encryption.ts';
import { LambdaFunction } from './lambda-function.ts';
import { secretArnFor } from './secret-arn.ts';

export interface ReadApiProps {
  /** The API that also serves the webhooks. The routes added here accept only requests signed with IAM. */
  readonly api: HttpApi;
  readonly messagesTable: ITable;
  readonly addressesTable: ITable;
  readonly suppression: SuppressionSettings;
  /** Signs cursors and hashes forgotten addresses. */
  readonly ownKey: ISecret;
  readonly logRetention: RetentionDays;
  readonly rollout?: CanaryRollout;
  readonly encryptionKey?: IKey;
}

/** The API for other programs: the status of a message, and whether an address is suppressed. */
export class ReadApi extends Construct {
  /** Serves the routes that read; has no right to write. */
  readonly reader: LambdaFunction;
  /** Serves the routes that suppress and release addresses. */
  readonly writer: LambdaFunction;

  constructor(scope: Construct, id: string, props: ReadApiProps) {
    super(scope, id);
    this.reader = this.makeFunction(
      'Reader',
      'api-reader',
      'Mailfold: serves the API routes that read',
      props,
    );
    this.writer = this.makeFunction(
      'Writer',
      'api-writer',
      'Mailfold: serves the API routes that suppress and release addresses',
      props,
    );
    grantReading(this.reader, props);
    grantWriting(this.writer, props);
    for (const each of [this.reader, this.writer]) {
      grantKeyUse(each, props.encryptionKey, ['dynamodb', 'secretsmanager']);
      Validations.of(each).acknowledge({
        id: 'Serverless-LambdaDLQ',
        reason:
          'Lambda uses a dead-letter queue for asynchronous calls only. API Gateway waits for the answer, and the caller gets the error.',
      });
    }
    addApiRoutes(props.api, { reader: this.reader.live, writer: this.writer.live });
  }

  private makeFunction(
    id: string,
    folder: 'api-reader' | 'api-writer',
    description: string,
    props: ReadApiProps,
  ): LambdaFunction {
    return new LambdaFunction(this, id, {
      folder,
      description,
      // CPU grows with memory. Senders call this API before each mail, so a cold start must be short.
      memoryMb: 512,
      timeout: Duration.seconds(10),
      environment: {
        MESSAGES_TABLE: props.messagesTable.tableName,
        ADDRESSES_TABLE: props.addressesTable.tableName,
        SUPPRESSION: JSON.stringify(props.suppression),
        OWN_KEY_SECRET_NAME: props.ownKey.secretName,
      } satisfies ApiEnvironment,
      logRetention: props.logRetention,
      rollout: props.rollout,
      countsFailures: true,
      encryptionKey: props.encryptionKey,
    });
  }
}

function grantReading(reader: LambdaFunction, { messagesTable, addressesTable, ownKey }: ReadApiProps): void {
  grant(reader, ['dynamodb:Query', 'dynamodb:BatchGetItem'], messagesTable.tableArn);
  grant(reader, ['dynamodb:Query'], `${messagesTable.tableArn}/index/byRecipient`);
  grant(reader, ['dynamodb:Query'], addressesTable.tableArn, `${addressesTable.tableArn}/index/byCause`);
  grant(reader, ['secretsmanager:GetSecretValue'], secretArnFor(ownKey));
}

function grantWriting(writer: LambdaFunction, { addressesTable, ownKey }: ReadApiProps): void {
  grant(writer, ['dynamodb:Query', 'dynamodb:UpdateItem'], addressesTable.tableArn);
  grant(writer, ['secretsmanager:GetSecretValue'], secretArnFor(ownKey));
}

function grant(grantee: LambdaFunction, actions: string[], ...resourceArns: string[]): void {
  Grant.addToPrincipal({ grantee, actions, resourceArns });
}
