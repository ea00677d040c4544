import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Cursors, MessageReader, PayloadReader, SuppressionLog } from '../app/ports/store.ts';
import type { SuppressionSettings } from '../core/fold-suppression.ts';
import { openCursor, sealCursor } from './cursor.ts';
import { forgottenKey, isForgotten, readAllHeads } from './forgotten.ts';
import { newestEvidence } from './newest-evidence.ts';
import { readHistoryPage } from './read-history.ts';
import { readMessage } from './read-message.ts';
import { readPayload } from './read-payload.ts';
import { readRecipient } from './read-recipient.ts';
import { recordSuppression } from './record-suppression.ts';
import { scanPartitions } from './scan-partitions.ts';
import { readEntries } from './suppression-row.ts';

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
export function storePorts(options: PortsOptions): MessageReader & PayloadReader & SuppressionLog & Cursors {
  const { client, messagesTable, addressesTable, settings, ownKey, now } = options;
  const source = { client, table: addressesTable, settings };
  return {
    settings,
    message: (messageId, page) => readMessage(client, messagesTable, messageId, page),
    payloadOf: (event) => readPayload(client, messagesTable, event),
    messagesTo: (address, page) => readRecipient(client, messagesTable, address, page),
    headsOf: async (address, question) => readAllHeads(source, address, await ownKey(), question),
    async historyOf(keys, page) {
      const key = await ownKey();
      const kept = keys.map((address) => forgottenKey(key, address));
      return readHistoryPage(source, { own: keys, kept }, page);
    },
    newestEvidence: (causes, range) => newestEvidence(source, causes, range),
    async *allHistories(onRead) {
      for await (const { key, rows } of scanPartitions(client, addressesTable, 'address')) {
        onRead(rows.length);
        if (!isForgotten(key)) yield rows.flatMap(readEntries);
      }
    },
    record: (entry) => recordSuppression(client, addressesTable, entry, settings, now()),
    seal: async (question, position) => sealCursor(await ownKey(), question, position),
    open: async (question, cursor) => openCursor(await ownKey(), question, cursor),
  };
}
