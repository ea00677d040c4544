import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Cursors, MessageReader, SuppressionLog } from '../app/ports/store.ts';
import type { SuppressionSettings } from '../core/fold-suppression.ts';
import { openCursor, sealCursor } from './cursor.ts';
import { isForgotten, readHistory } from './forgotten.ts';
import { newestEvidence } from './newest-evidence.ts';
import { readMessage } from './read-message.ts';
import { readRecipient } from './read-recipient.ts';
import { recordSuppression } from './record-suppression.ts';
import { scanPartitions } from './scan-partitions.ts';
import { readSuppressionRow } from './suppression-row.ts';

type PortsOptions = {
  readonly client: DynamoDBDocumentClient;
  readonly messagesTable: string;
  readonly addressesTable: string;
  readonly settings: SuppressionSettings;
  /** Mailfold's own key, which signs cursors and hashes forgotten addresses. */
  readonly ownKey: () => Promise<string>;
  readonly now: () => Date;
};

/** Implements the ports of the use cases with DynamoDB. */
export function storePorts(options: PortsOptions): MessageReader & SuppressionLog & Cursors {
  const { client, messagesTable, addressesTable, settings, ownKey, now } = options;
  return {
    settings,
    message: (messageId) => readMessage(client, messagesTable, messageId),
    messagesTo: (address, page) => readRecipient(client, messagesTable, address, page),
    entriesOf: async (address) => readHistory(client, addressesTable, address, await ownKey()),
    newestEvidence: (causes, range) => newestEvidence(client, addressesTable, causes, range),
    async *allHistories(onRead) {
      for await (const { key, rows } of scanPartitions(client, addressesTable, 'address')) {
        onRead(rows.length);
        if (!isForgotten(key)) yield rows.map(readSuppressionRow);
      }
    },
    record: (entry) => recordSuppression(client, addressesTable, entry, now()),
    seal: async (question, position) => sealCursor(await ownKey(), question, position),
    open: async (question, cursor) => openCursor(await ownKey(), question, cursor),
  };
}
