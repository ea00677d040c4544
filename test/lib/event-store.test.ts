import { describe, expect, it } from 'vitest';
import { synthesize } from './synthesize.ts';

const { mailfold, propertiesOf, resourceOf } = synthesize();

describe('the messages table', () => {
  it('holds the rows of a message together, in order', () => {
    expect(propertiesOf(mailfold.messagesTable).KeySchema).toEqual([
      { AttributeName: 'messageId', KeyType: 'HASH' },
      { AttributeName: 'sortKey', KeyType: 'RANGE' },
    ]);
  });

  it('finds the messages of a recipient, oldest first, by an index of keys only', () => {
    expect(propertiesOf(mailfold.messagesTable).GlobalSecondaryIndexes).toEqual([
      {
        IndexName: 'byRecipient',
        KeySchema: [
          { AttributeName: 'recipient', KeyType: 'HASH' },
          { AttributeName: 'firstSeenAt', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ]);
  });

  it('streams its new rows', () => {
    expect(propertiesOf(mailfold.messagesTable).StreamSpecification).toEqual({ StreamViewType: 'NEW_IMAGE' });
  });

  it('has only strings as keys', () => {
    expect(propertiesOf(mailfold.messagesTable).AttributeDefinitions).toEqual(
      ['messageId', 'sortKey', 'recipient', 'firstSeenAt'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
    );
  });
});

describe('the addresses table', () => {
  it('holds the rows of an address together, in order', () => {
    expect(propertiesOf(mailfold.addressesTable)).toMatchObject({
      KeySchema: [
        { AttributeName: 'address', KeyType: 'HASH' },
        { AttributeName: 'sortKey', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'address', AttributeType: 'S' },
        { AttributeName: 'sortKey', AttributeType: 'S' },
        { AttributeName: 'cause', AttributeType: 'S' },
        { AttributeName: 'occurredAt', AttributeType: 'S' },
      ],
    });
  });

  it('lists evidence by cause, in the order in which it happened', () => {
    expect(propertiesOf(mailfold.addressesTable).GlobalSecondaryIndexes).toEqual([
      {
        IndexName: 'byCause',
        KeySchema: [
          { AttributeName: 'cause', KeyType: 'HASH' },
          { AttributeName: 'occurredAt', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ]);
  });
});

describe.each(['messagesTable', 'addressesTable'] as const)('the %s', (name) => {
  it('is billed per request, can be restored to any second, and deletes rows when they expire', () => {
    expect(propertiesOf(mailfold[name])).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
  });

  it('survives the stack, but not a first deployment that fails', () => {
    expect(resourceOf(mailfold[name])).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      // CloudFormation could not delete a protected table, and the rollback would fail.
      Properties: { DeletionProtectionEnabled: false },
    });
  });

  it('can be protected, and is then left alone by a rollback, which would fail otherwise', () => {
    const { mailfold, resourceOf } = synthesize({ deletionProtection: true });
    expect(resourceOf(mailfold[name])).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
  });

  it('is not both protected and deleted with the stack', () => {
    expect(() => synthesize({ deletionProtection: true, removalPolicy: 'destroy' })).toThrow(
      'expected no deletion protection for tables that are deleted with the stack, found both',
    );
  });

  it('is deleted with the stack when the settings say so', () => {
    const { mailfold, resourceOf } = synthesize({ removalPolicy: 'destroy' });
    expect(resourceOf(mailfold[name])).toMatchObject({
      DeletionPolicy: 'Delete',
      UpdateReplacePolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
  });
});

describe('the tables of a stack that expects a campaign', () => {
  it('are warm, with their indexes, and those of any other stack start as DynamoDB starts them', () => {
    const WarmThroughput = { WriteUnitsPerSecond: 20_000 };
    const ready = synthesize({ warmWriteUnits: 20_000 });
    for (const name of ['messagesTable', 'addressesTable'] as const) {
      const table = ready.propertiesOf(ready.mailfold[name]);
      expect(table.WarmThroughput).toEqual(WarmThroughput);
      for (const index of table.GlobalSecondaryIndexes) expect(index.WarmThroughput).toEqual(WarmThroughput);
      expect(propertiesOf(mailfold[name]).WarmThroughput).toBeUndefined();
    }
  });
});

describe('the class of the messages table', () => {
  it('is the one of the settings, and the addresses table stays as it is', () => {
    const rare = synthesize({ tableClass: 'standard-infrequent-access' });
    expect(rare.propertiesOf(rare.mailfold.messagesTable).TableClass).toBe('STANDARD_INFREQUENT_ACCESS');
    expect(rare.propertiesOf(rare.mailfold.addressesTable).TableClass).toBeUndefined();
    expect(propertiesOf(mailfold.messagesTable).TableClass).toBeUndefined();
  });
});
