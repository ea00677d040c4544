import { Aws } from 'aws-cdk-lib';
import { TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { QueueEncryption } from 'aws-cdk-lib/aws-sqs';

export function queueEncryption(key: IKey | undefined) {
  return key
    ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key }
    : { encryption: QueueEncryption.SQS_MANAGED };
}

export function tableEncryption(key: IKey | undefined) {
  return key ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key } : {};
}

/** Grants each action that queues, tables and secrets need by name, without the wildcards of `grantEncryptDecrypt`. */
export function grantKeyUse(grantee: IGrantable, key: IKey | undefined): void {
  if (!key) return;
  Grant.addToPrincipal({
    grantee,
    actions: [
      'kms:Decrypt',
      'kms:DescribeKey',
      'kms:Encrypt',
      'kms:GenerateDataKey',
      'kms:ReEncryptFrom',
      'kms:ReEncryptTo',
    ],
    resourceArns: [key.keyArn],
  });
}

/**
 * Lets the services that write encrypted data use the key: SES publishes to the topic, SNS sends to the queues,
 * CloudWatch publishes to the alarm topic and writes the logs. The conditions name no topic ARN, because the topic
 * refers to the key and CloudFormation cannot create two resources that refer to each other. CDK cannot change the policy
 * of an imported key: its owner adds these statements (SECURITY.md).
 */
export function allowServicesToUseKey(key: IKey): void {
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
      principals: [new ServicePrincipal('ses.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      // No condition: AWS documents none for SES and KMS, and a condition that SES does not meet would silently lose
      // events. The policy of the topic limits which account may publish.
    }),
  );
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AllowLogsOfThisAccount',
      principals: [new ServicePrincipal(`logs.${Aws.REGION}.amazonaws.com`)],
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
