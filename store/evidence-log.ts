import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { EvidenceLog } from '../app/ports/store.ts';
import type { SuppressionSettings } from '../core/suppression-settings.ts';
import { batchedStore } from './batched-store.ts';
import { insertNewRows } from './insert-new-rows.ts';
import { knowsEvidence } from './knows-evidence.ts';
import { recordEvidence } from './record-evidence.ts';

type EvidenceLogOptions = {
  readonly client: DynamoDBDocumentClient;
  readonly messagesTable: string;
  readonly addressesTable: string;
  readonly settings: SuppressionSettings;
  readonly now: () => Date;
};

/** Apart from the other ports, because no function writes whole lists: their bundles do without it. */
export function evidenceLog(options: EvidenceLogOptions): EvidenceLog {
  const { client, messagesTable, addressesTable, settings, now } = options;
  const store = batchedStore(
    client,
    // No event and no status is written here, so that it does not matter how long they are kept.
    { table: messagesTable, addressesTable, windowDays: 1, statusRetentionDays: 1, suppression: settings },
    now,
  );
  return {
    settings,
    recordAll: (evidence) =>
      recordEvidence(store, evidence, {
        insertNew: (rows) => insertNewRows(client, addressesTable, rows, now()),
      }),
    knows: (evidence) => knowsEvidence({ client, table: addressesTable, settings }, evidence),
  };
}
