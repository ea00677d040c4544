/** Replaces `@smithy/core/event-streams`: no operation that our functions call streams events. */
export function eventStreamSerdeProvider(): never {
  throw new Error(
    'expected no operation with an event stream, found one; to call it, remove event-streams from the replacements in lib/lambda-function.ts',
  );
}

export { eventStreamSerdeProvider as EventStreamSerde };

/** The client of Lambda adds this to its settings, for an operation that we do not call. */
export function resolveEventStreamSerdeConfig<Settings>(settings: Settings): Settings {
  return settings;
}
