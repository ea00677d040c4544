import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';

/**
 * Returns whether the token is new or came with the same body before. DynamoDB decides, so that two requests with the
 * same token cannot both be first.
 */
export function tokenBinding(client: DynamoDBClient, table: string, keptSeconds: number, clock: () => Date) {
  return async (provider: string, token: string, bodyDigest: string): Promise<boolean> => {
    const nowSeconds = Math.floor(clock().getTime() / 1000);
    const put = new PutItemCommand({
      TableName: table,
      Item: {
        token: { S: `${provider}#${token}` },
        bodyDigest: { S: bodyDigest },
        expiresAt: { N: String(nowSeconds + keptSeconds) },
      },
      ConditionExpression: 'attribute_not_exists(#token) OR bodyDigest = :bodyDigest OR expiresAt < :now',
      ExpressionAttributeNames: { '#token': 'token' },
      ExpressionAttributeValues: { ':bodyDigest': { S: bodyDigest }, ':now': { N: String(nowSeconds) } },
    });
    try {
      await client.send(put);
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  };
}
