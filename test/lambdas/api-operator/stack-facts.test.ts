import { describe, expect, it } from 'vitest';
import type { StackFacts } from '../../../lambdas/api-operator/environment.ts';
import { healthSubjectOf, localEndpointsIn } from '../../../lambdas/api-operator/stack-facts.ts';

const facts: StackFacts = {
  apiUrl: 'https://example.com',
  senders: [],
  isChosen: false,
  features: [],
  dedupeWindowDays: 30,
  statusRetentionDays: 365,
  suppression: { causes: [], softBounceCap: 5, softBounceWindowDays: 30 },
};
const commandsIn = (variables: Record<string, string>) => {
  const { commandFor } = healthSubjectOf(facts, 'Mailfold-dev', localEndpointsIn(variables));
  return [
    commandFor({ by: 'mailfold', words: 'dlq list' }),
    commandFor({ by: 'aws', words: 'sns subscribe' }),
    commandFor({ by: 'aws', words: 'dynamodb update-table' }),
    commandFor({ by: 'deploying' }),
  ];
};

describe('the command that repairs a problem', () => {
  it('names the stack on AWS', () => {
    expect(commandsIn({})).toEqual([
      'npx mailfold dlq list --stack Mailfold-dev',
      'aws sns subscribe',
      'aws dynamodb update-table',
      'deploy the stack again',
    ]);
  });

  it('names no stack beside a local run, because there is none of that name on AWS', () => {
    const [aws, dynamoDb] = ['http://127.0.0.1:4566', 'http://127.0.0.1:8000'];
    expect(commandsIn({ AWS_ENDPOINT_URL: aws, AWS_ENDPOINT_URL_DYNAMODB: dynamoDb })).toEqual([
      'npx mailfold dlq list',
      `aws sns subscribe --endpoint-url ${aws}`,
      `aws dynamodb update-table --endpoint-url ${dynamoDb}`,
      'npm start',
    ]);
  });
});
