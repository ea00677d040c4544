import type { Fields } from './columns.ts';
import type { WebhookRequest } from './provider.ts';

/** One record of a file as reports of the webhook, each as JSON. */
export type PastReports = {
  readonly reports: readonly string[];
  /** Why the record, or parts of it, are left out. */
  readonly leftOut?: readonly string[];
};

/** A file of a provider that tells what happened in the past. It is read by the normalizer of the provider's webhook. */
export type HistoryFormat = {
  /** Where the file comes from, in words. */
  readonly origin: string;
  /** Columns of a CSV file that are always there. Omit for JSON. */
  readonly columns?: readonly string[];
  /** Keys of JSON documents that list the records. */
  readonly listedUnder?: readonly string[];
  /** `text` is the record as it is written in a JSON file. Throws an error that says what is wrong with the record. */
  readonly read: (fields: Fields, text: string) => PastReports;
  /** A request as the webhook would post it. */
  readonly requestOf: (reports: readonly string[]) => WebhookRequest;
  /** Reports that one request can hold. */
  readonly reportsPerRequest: number;
  /**
   * Whether an event has the same id as when the webhook reports it. If not, an event that both report is recognised by its
   * message, recipient, type and second.
   */
  readonly hasWebhookIds: boolean;
};
