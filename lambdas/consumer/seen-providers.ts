import { seenEveryMinutes } from '../../app/ports/health.ts';

const intervalMillis = seenEveryMinutes * 60_000;

type Dependencies = {
  readonly note: (provider: string, at: Date) => Promise<void>;
  readonly now: () => Date;
  readonly log: { warn(message: string, fields: Record<string, unknown>): void };
};

/**
 * Notes when events of a provider were last stored, at most once per interval and instance. It is for people who look after the
 * stack: if it fails, the events are stored all the same.
 */
export function seenProviders({ note, now, log }: Dependencies) {
  const notedAt = new Map<string, number>();
  return async (providers: ReadonlySet<string>): Promise<void> => {
    const at = now();
    const due = [...providers].filter(
      (provider) => at.getTime() - (notedAt.get(provider) ?? Number.NEGATIVE_INFINITY) >= intervalMillis,
    );
    await Promise.all(
      due.map(async (provider) => {
        // Before the write: one that fails is not tried again with every batch.
        notedAt.set(provider, at.getTime());
        try {
          await note(provider, at);
        } catch (error) {
          log.warn('the time of the last event could not be noted; its provider may look silent', {
            provider,
            error,
          });
        }
      }),
    );
  };
}
