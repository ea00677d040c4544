import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Item = Record<string, AttributeValue>;

/** The size of a row by DynamoDB's rules: names and values. The bench `units` compares it with the engine's figures. */
export function sizeOfItem(item: Item): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOfValue(value),
    0,
  );
}

function sizeOfValue(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  // One byte for two digits, and one more.
  if (value.N !== undefined) return Math.ceil(value.N.replace(/\D/g, '').length / 2) + 1;
  if (value.B !== undefined) return sizeOfBinary(value.B);
  if (value.L !== undefined) return value.L.reduce((sum, each) => sum + 1 + sizeOfValue(each), 3);
  if (value.M !== undefined)
    return Object.entries(value.M).reduce(
      (sum, [name, each]) => sum + 1 + Buffer.byteLength(name) + sizeOfValue(each),
      3,
    );
  return 1;
}

/** In a request, binary values are base64. */
function sizeOfBinary(value: Uint8Array | string): number {
  return typeof value === 'string' ? Buffer.byteLength(value, 'base64') : value.length;
}

/** Write units of a row: one per started KB. */
export function unitsFor(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / 1_024));
}

/** Whether a row has an entry in its table's index: byRecipient for messages, byCause for addresses. */
export function isIndexed(item: Item): boolean {
  return Boolean((item['recipient'] && item['firstSeenAt']) || (item['cause'] && item['address']));
}

/** The entry of a row in its table's index, which has the keys of both; empty when it has none. */
export function indexEntryOf(item: Item): Item {
  if (!isIndexed(item)) return {};
  const names = item['address']
    ? ['cause', 'occurredAt', 'address', 'sortKey']
    : ['recipient', 'firstSeenAt', 'messageId', 'sortKey'];
  return Object.fromEntries(names.flatMap((name) => (item[name] ? [[name, item[name]]] : [])));
}

/** What a row or an index entry takes of the storage: DynamoDB adds an overhead to each. */
export function storedBytes(item: Item): number {
  return Object.keys(item).length === 0 ? 0 : sizeOfItem(item) + 100;
}
