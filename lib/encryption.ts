import { Aws } from 'aws-cdk-lib';
import { TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { sesPrincipal } from './partition.ts';

export function queueEncryption(key: IKey | undefined) {
  return key
    ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key }
    : { encryption: QueueEncryption.SQS_MANAGED };
}

export function tableEncryption(key: IKey | undefined) {
  return key ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key } : {};
}

/** What a caller needs by the documentation of each service, without the wildcards of `grantEncryptDecrypt`. */
const keyActions = {
  /** Enough to send and to receive. */
  sqs: ['kms:Decrypt', 'kms:GenerateDataKey'],
  secretsmanager: ['kms:Decrypt'],
  /** To publish. */
  sns: ['kms:Decrypt', 'kms:GenerateDataKey'],
  /** Enough to read and to write objects. */
  s3: ['kms:Decrypt', 'kms:GenerateDataKey'],
  // The documented minimum, without the right to create grants, which only whoever creates the table needs.
  dynamodb: [
    'kms:Decrypt',
    'kms:DescribeKey',
    'kms:Encrypt',
    'kms:GenerateDataKey',
    'kms:GenerateDataKeyWithoutPlaintext',
    'kms:ReEncryptFrom',
    'kms:ReEncryptTo',
  ],
} as const;

/**
 * Lets a function or a person use the key, but only through the services they use: called directly, the key decrypts nothing. A condition on
 * the encryption context would add nothing, because the rights on queues, tables and secrets are as narrow, and a message
 * that was redriven has the context of another queue.
 */
export function grantKeyUse(
  grantee: IGrantable,
  key: IKey | undefined,
  services: readonly (keyof typeof keyActions)[],
): void {
  if (!key) return;
  for (const service of services) {
    Grant.addToPrincipal({
      grantee,
      actions: [...keyActions[service]],
      resourceArns: [key.keyArn],
      // The end differs in China, where documentation and examples have it with and without `.cn`.
      conditions: { StringLike: { 'kms:ViaService': `${service}.${Aws.REGION}.amazonaws.com*` } },
    });
  }
}

/**
 * Lets the services that write encrypted data use the key: SES publishes to the topic, SNS sends to the queues,
 * CloudWatch publishes to the alarm topic and writes the logs. The conditions name no topic ARN, because the topic
 * refers to the key and CloudFormation cannot create two resources that refer to each other. CDK cannot change the policy
 * of an imported key: its owner adds these statements (SECURITY.md).
 */
export function allowServicesToUseKey(scope: Construct, key: IKey): void {
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AllowTopicsAndAlarmsOfThisAccount',
      principals: ['cloudwatch', 'sns'].map((name) => new ServicePrincipal(`${name}.amazonaws.com`)),
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AllowSes',
      principals: [sesPrincipal(scope)],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      // No condition: AWS documents none for SES and KMS, and a condition that SES does not meet would silently lose
      // events. The policy of the topic limits which account may publish.
    }),
  );
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AllowLogsOfThisAccount',
      // The only one of these principals that differs between partitions: it ends in amazonaws.com.cn in China.
      principals: [new ServicePrincipal(`logs.${Aws.REGION}.${Aws.URL_SUFFIX}`)],
      actions: [
        'kms:Decrypt',
        'kms:DescribeKey',
        'kms:Encrypt',
        'kms:GenerateDataKey',
        'kms:ReEncryptFrom',
        'kms:ReEncryptTo',
      ],
      resources: ['*'],
      conditions: {
        ArnLike: {
          'kms:EncryptionContext:aws:logs:arn': `arn:${Aws.PARTITION}:logs:${Aws.REGION}:${Aws.ACCOUNT_ID}:log-group:*`,
        },
      },
    }),
  );
}
