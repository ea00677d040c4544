import { randomUUID } from 'node:crypto';
import { asciiJson } from '../ascii-json.ts';
import type { FailedEvent } from './async-invocations.ts';

/**
 * What Lambda tells about an event that it gives up. A destination gets a report, a dead-letter queue the event itself.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
 */
export function failedEventMessage(
  { condition, payload, invocations, error }: FailedEvent,
  functionArn: string,
  asDestination: boolean,
) {
  const requestId = randomUUID();
  if (!asDestination) {
    return {
      MessageBody: asciiJson(payload),
      MessageAttributes: {
        RequestID: { DataType: 'String', StringValue: requestId },
        ErrorCode: { DataType: 'Number', StringValue: '200' },
        ErrorMessage: {
          DataType: 'String',
          StringValue: error.errorMessage.slice(0, 1_024) || error.errorType,
        },
      },
    };
  }
  const report = {
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId,
      functionArn: `${functionArn}:$LATEST`,
      condition,
      approximateInvokeCount: invocations,
    },
    requestPayload: payload,
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: error,
  };
  return { MessageBody: asciiJson(report) };
}
