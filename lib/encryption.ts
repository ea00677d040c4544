import { Aws } from 'aws-cdk-lib';
import { TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { QueueEncryption } from 'aws-cdk-lib/aws-sqs';

/** With a key of yours, or with one that SQS keeps for all its customers. */
export function queueEncryption(key: IKey | undefined) {
  return key
    ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key }
    : { encryption: QueueEncryption.SQS_MANAGED };
}

export function tableEncryption(key: IKey | undefined) {
  return key ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key } : {};
}

/** What reading and writing queues, tables and the secret takes, said action by action: the key has no others to give. */
export function letUseKey(grantee: IGrantable, key: IKey | undefined): void {
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
 * Services that put something where it is encrypted: SES into the topic, SNS into the queues, CloudWatch into the alarm
 * topic and the logs. None of them is named by the ARN of a topic: the topic names the key, and CloudFormation could
 * make neither of the two first. A key that was only imported keeps its policy, and must say this itself (SECURITY.md).
 */
export function letServicesUseKey(key: IKey): void {
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
      // Without a condition: AWS documents none for SES and KMS, and one that SES does not meet would lose events without
      // a word. Whose SES may publish is said by the topic.
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
