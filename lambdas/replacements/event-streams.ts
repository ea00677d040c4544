/**
 * Replaces `@smithy/core/event-streams`: no operation that we call streams events. Of the services that we call, only S3 has
 * such an operation (SelectObjectContent), and its client asks for the code when it is made.
 */
export function eventStreamSerdeProvider(): never {
  throw new Error(
    'expected no operation with an event stream, found one; to call it, remove event-streams from the replacements in lib/lambda-function.ts',
  );
}

export function resolveEventStreamSerdeConfig<Settings>(settings: Settings): Settings {
  return settings;
}

export { eventStreamSerdeProvider as EventStreamSerde };
