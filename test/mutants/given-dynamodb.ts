import type { TestProject } from 'vitest/node';

/** The variable with the endpoint of a DynamoDB Local. */
export const endpointVariable = 'MAILFOLD_DYNAMODB_ENDPOINT';

/** One DynamoDB Local serves all runs, because starting it takes longer than most of them. */
export default function provideEndpoint(project: TestProject): void {
  project.provide('dynamoDbEndpoint', process.env[endpointVariable] ?? '');
}
