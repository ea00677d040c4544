/**
 * In place of `@smithy/core/event-streams`: the SDK's protocols can speak of streamed events, and no operation of SQS,
 * DynamoDB or Secrets Manager does.
 */
export function eventStreamSerdeProvider(): never {
  throw new Error(
    'expected no operation with an event stream, found one; to call it, take lambdas/replacements/event-streams.ts out of lib/lambda-function.ts',
  );
}

export { eventStreamSerdeProvider as EventStreamSerde };
