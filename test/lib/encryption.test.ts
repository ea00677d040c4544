import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { describe, expect, it } from 'vitest';
import { Mailfold } from '../../lib/index.ts';
import { anApp, type Statement, statementsOf, synthesize, unbundled } from './synthesize.ts';

const world = synthesize({ encryptionKey: true, sesConfigurationSet: true });
const { mailfold } = world;
const [[keyId = ''] = []] = Object.entries(world.template.findResources('AWS::KMS::Key'));
const keyArn = { 'Fn::GetAtt': [keyId, 'Arn'] };

describe('a key of your own', () => {
  it('is not created unless asked for', () => {
    expect(synthesize().all('AWS::KMS::Key')).toEqual([]);
    expect(synthesize({ encryptionKey: false }).all('AWS::KMS::Key')).toEqual([]);
  });

  it('rotates every year, and is kept as long as what it encrypts', () => {
    const [key] = Object.values(world.template.findResources('AWS::KMS::Key'));
    expect(key).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { EnableKeyRotation: true },
    });
  });

  it('encrypts every table, queue, topic, log, bucket, and the secrets', () => {
    const tables = world.all('AWS::DynamoDB::Table');
    expect(tables).toHaveLength(3);
    for (const { SSESpecification } of tables)
      expect(SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: keyArn });
    expect(world.all('AWS::SQS::Queue').map(({ KmsMasterKeyId }) => KmsMasterKeyId)).toEqual(
      Array(4).fill(keyArn),
    );
    expect(world.all('AWS::SNS::Topic').map(({ KmsMasterKeyId }) => KmsMasterKeyId)).toEqual(
      Array(2).fill(keyArn),
    );
    expect(world.all('AWS::Logs::LogGroup').map(({ KmsKeyId }) => KmsKeyId)).toEqual(Array(9).fill(keyArn));
    expect(world.all('AWS::SecretsManager::Secret').map(({ KmsKeyId }) => KmsKeyId)).toEqual([
      keyArn,
      keyArn,
    ]);
    const [{ ServerSideEncryptionByDefault }] = world
      .all('AWS::S3::Bucket')
      .flatMap(({ BucketEncryption }) => BucketEncryption.ServerSideEncryptionConfiguration);
    expect(ServerSideEncryptionByDefault).toEqual({ SSEAlgorithm: 'aws:kms', KMSMasterKeyID: keyArn });
  });

  it.each([
    ['receiver', ['sqs', 'secretsmanager', 'dynamodb']],
    ['consumer', ['sqs', 'dynamodb']],
    ['apiReader', ['dynamodb', 'secretsmanager']],
    ['apiWriter', ['dynamodb', 'secretsmanager']],
    ['apiOperator', ['dynamodb', 'secretsmanager', 'sqs']],
  ] as const)('may be used by the %s only through %j, with the actions that they need', (name, services) => {
    const actions = {
      sqs: ['kms:Decrypt', 'kms:GenerateDataKey'],
      secretsmanager: 'kms:Decrypt',
      dynamodb: [
        'kms:Decrypt',
        'kms:DescribeKey',
        'kms:Encrypt',
        'kms:GenerateDataKey',
        'kms:GenerateDataKeyWithoutPlaintext',
        'kms:ReEncryptFrom',
        'kms:ReEncryptTo',
      ],
    };
    const uses = statementsOf(world, mailfold[name]).filter(({ Action }) =>
      [Action].flat().some((action) => action.startsWith('kms:')),
    );
    const through = (service: keyof typeof actions) => ({
      Effect: 'Allow',
      Action: actions[service],
      Resource: keyArn,
      Condition: {
        StringLike: {
          'kms:ViaService': {
            'Fn::Join': ['', [`${service}.`, { Ref: 'AWS::Region' }, '.amazonaws.com*']],
          },
        },
      },
    });
    expect(uses).toHaveLength(services.length);
    expect(uses).toEqual(expect.arrayContaining(services.map(through)));
  });

  it('may be used by SES, SNS, CloudWatch alarms and CloudWatch logs', () => {
    const statements: (Statement & { Sid?: string })[] = world.all('AWS::KMS::Key')[0].KeyPolicy.Statement;
    const named = (sid: string) => statements.find(({ Sid }) => Sid === sid);
    expect(named('AllowTopicsAndAlarmsOfThisAccount')).toMatchObject({
      Principal: { Service: ['cloudwatch.amazonaws.com', 'sns.amazonaws.com'] },
      Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
    expect(named('AllowSes')).toMatchObject({
      Principal: { Service: { 'Fn::If': ['InChina', 'sns.amazonaws.com', 'ses.amazonaws.com'] } },
      Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
    });
    expect(JSON.stringify(named('AllowLogsOfThisAccount'))).toContain('kms:EncryptionContext:aws:logs:arn');
  });

  it('refers to nothing that refers to the key, so that CloudFormation can create it first', () => {
    const policy = JSON.stringify(world.all('AWS::KMS::Key')[0].KeyPolicy);
    const references = [...policy.matchAll(/"(?:Ref|Fn::GetAtt)":\[?"([^"]+)"/g)].map(([, id]) => id);
    expect(references.filter((id) => !id?.startsWith('AWS::'))).toEqual([]);
  });

  it('can be an existing key', () => {
    const stack = new Stack(anApp(unbundled), 'TheirStack');
    const key = new Key(stack, 'Theirs');
    expect(new Mailfold(stack, 'Mailfold', { encryptionKey: key }).encryptionKey).toBe(key);
    Template.fromStack(stack).resourceCountIs('AWS::KMS::Key', 1);
  });
});
