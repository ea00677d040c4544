import type { EmailEvent } from '../../core/email-event.ts';

/** For importing what happened in the past. */
export type EventLog = {
  /** For each event, whether its row is stored. */
  stores(events: readonly EmailEvent[]): Promise<readonly boolean[]>;
  /**
   * For each event, whether the webhook has reported the same: of this message, recipient and type, within the same second. For
   * files whose events have other ids than the webhook's.
   */
  knowsFromWebhook(events: readonly EmailEvent[]): Promise<readonly boolean[]>;
};

/** Takes reports of a provider as its webhook would post them. */
export type ReportQueue = {
  send(reports: readonly string[]): Promise<void>;
};
