import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SuppressionSettings } from '../../core/fold-suppression.ts';
import type { Address } from '../../core/ids.ts';
import type { SuppressionEntry } from '../../core/suppression.ts';
import { outputs } from '../../lib/outputs.ts';
import { readHistory } from '../../store/forgotten.ts';
import { recordSuppression } from '../../store/record-suppression.ts';
import type { StoredEntry } from '../../store/suppression-row.ts';
import { readOwnKey } from '../own-key.ts';
import type { Target } from '../target.ts';

/** The histories of all addresses, and the stack's own settings of what suppresses. */
export type SuppressionList = {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly settings: SuppressionSettings;
  entriesOf(address: Address): Promise<StoredEntry[]>;
  /** Answers whether the entry was new. */
  record(entry: SuppressionEntry, now: Date): Promise<boolean>;
};

export function suppressionListOf(target: Target): SuppressionList {
  const client = target.dynamoDb;
  const table = target.output(outputs.addressesTableName);
  let ownKey: Promise<string> | undefined;
  return {
    client,
    table,
    settings: JSON.parse(target.output(outputs.suppressionSettings)),
    entriesOf: async (address) => {
      ownKey ??= readOwnKey(target);
      return readHistory(client, table, address, await ownKey);
    },
    record: (entry, now) => recordSuppression(client, table, entry, now),
  };
}
