import { describe, expect, it } from 'vitest';
import { apiVariables } from '../../lambdas/api/environment.ts';
import { operations } from '../../lambdas/api/operations.ts';
import { grantsOf, synthesize } from './synthesize.ts';

const world = synthesize();
const { mailfold, arnOf, refTo, propertiesOf } = world;
const { apiReader, apiWriter, messagesTable, addressesTable } = mailfold;

const ownLogOf = (name: 'apiReader' | 'apiWriter') => ({
  'Fn::GetAtt': [propertiesOf(mailfold[name]).LoggingConfig.LogGroup.Ref, 'Arn'],
});
const indexOf = (table: typeof messagesTable, index: string) => ({
  'Fn::Join': ['', [arnOf(table), `/index/${index}`]],
});

describe('the API for other programs', () => {
  it('has a route for every operation, each for callers that sign with IAM', () => {
    const routes = world
      .all('AWS::ApiGatewayV2::Route')
      .filter(({ RouteKey }) => !RouteKey.includes('/webhooks/'));
    expect(routes.map(({ RouteKey }) => RouteKey).toSorted()).toEqual(
      operations.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
    for (const { AuthorizationType } of routes) expect(AuthorizationType).toBe('AWS_IAM');
  });

  it('gives both functions the variables that they read, and nothing else', () => {
    for (const each of [apiReader, apiWriter]) {
      const {
        NODE_OPTIONS: _,
        POWERTOOLS_SERVICE_NAME: __,
        ...variables
      } = propertiesOf(each).Environment.Variables;
      expect(Object.keys(variables).toSorted()).toEqual([...apiVariables].toSorted());
      expect(variables).toMatchObject({
        MESSAGES_TABLE: refTo(messagesTable),
        ADDRESSES_TABLE: refTo(addressesTable),
      });
    }
  });

  it('lets the reader read, and nothing else', () => {
    expect(grantsOf(world, apiReader)).toEqual(
      expect.arrayContaining([
        { action: 'dynamodb:Query', on: arnOf(messagesTable) },
        { action: 'dynamodb:BatchGetItem', on: arnOf(messagesTable) },
        { action: 'dynamodb:Query', on: indexOf(messagesTable, 'byRecipient') },
        { action: 'dynamodb:Query', on: arnOf(addressesTable) },
        { action: 'dynamodb:Query', on: indexOf(addressesTable, 'byCause') },
        { action: 'logs:CreateLogStream', on: ownLogOf('apiReader') },
        { action: 'logs:PutLogEvents', on: ownLogOf('apiReader') },
        { action: 'secretsmanager:GetSecretValue', on: refTo(mailfold.ownKey) },
      ]),
    );
    expect(grantsOf(world, apiReader)).toHaveLength(8);
  });

  it('lets the writer read and add to the history of an address, and nothing else', () => {
    expect(grantsOf(world, apiWriter)).toEqual(
      expect.arrayContaining([
        { action: 'dynamodb:Query', on: arnOf(addressesTable) },
        { action: 'dynamodb:UpdateItem', on: arnOf(addressesTable) },
        { action: 'logs:CreateLogStream', on: ownLogOf('apiWriter') },
        { action: 'logs:PutLogEvents', on: ownLogOf('apiWriter') },
        { action: 'secretsmanager:GetSecretValue', on: refTo(mailfold.ownKey) },
      ]),
    );
    expect(grantsOf(world, apiWriter)).toHaveLength(5);
  });

  it('keeps its own key when the stack is deleted, and the key is not in the template', () => {
    expect(world.resourceOf(mailfold.ownKey)).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate' });
    expect(propertiesOf(mailfold.ownKey)).not.toHaveProperty('SecretString');
  });
});
