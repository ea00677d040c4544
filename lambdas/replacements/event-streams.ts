/** Replaces `@smithy/core/event-streams`: no operation of SQS, DynamoDB or Secrets Manager streams events. */
export function eventStreamSerdeProvider(): never {
  throw new Error(
    'expected no operation with an event stream, found one; to call it, remove event-streams from the replacements in lib/lambda-function.ts',
  );
}

export { eventStreamSerdeProvider as EventStreamSerde };
