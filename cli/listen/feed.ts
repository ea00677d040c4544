import type { OutgoingWebhook } from '../../app/ports/webhooks.ts';

/** New events, one after another, until it is stopped. */
export type Feed = {
  /** Where events come from, for the reader. */
  readonly from: string;
  /**
   * `handle` returns when it is done with the event, and is called for several at once. `onReady` is called as soon as no further event
   * is missed. Resolves when `stopping` is aborted.
   */
  run(
    handle: (webhook: OutgoingWebhook) => Promise<void>,
    stopping: AbortSignal,
    onReady: () => void,
  ): Promise<void>;
  close(): Promise<void>;
};
