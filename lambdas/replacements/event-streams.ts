/**
 * Replaces `@smithy/core/event-streams`: no operation that we call streams events. Of the services that we call, S3 and
 * Lambda have such operations (SelectObjectContent, InvokeWithResponseStream), and their clients ask for the code when they are made.
 */
export function eventStreamSerdeProvider(): never {
  throw new Error(
    'expected no operation with an event stream, found one; to call it, remove event-streams from the replacements in lib/function-bundles.ts',
  );
}

export function resolveEventStreamSerdeConfig<Settings>(settings: Settings): Settings {
  return settings;
}

export { eventStreamSerdeProvider as EventStreamSerde };
