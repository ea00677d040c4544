import { createHmac } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredEntry } from '../app/ports/store.ts';
import type { ActiveCause } from '../core/fold-suppression.ts';
import type { Address } from '../core/ids.ts';
import { readAddress } from './read-address.ts';

const prefix = 'forgotten#';

/** Where it is kept that a forgotten address was suppressed: only with the key can it be found. */
function forgottenKey(ownKey: string, address: Address): Address {
  return `${prefix}${createHmac('sha256', ownKey).update(address).digest('hex')}` as Address;
}

export function isForgotten(address: string): boolean {
  return address.startsWith(prefix);
}

/** The history of an address, with what was kept of it if it was forgotten. */
export async function readHistory(
  client: DynamoDBDocumentClient,
  table: string,
  address: Address,
  ownKey: string,
): Promise<StoredEntry[]> {
  const places = [address, forgottenKey(ownKey, address)];
  return (await Promise.all(places.map((place) => readAddress(client, table, place)))).flat();
}

/**
 * Keeps that the address is suppressed and why, and nothing that names it: no event, no message, no diagnostic. The row
 * has no `cause`, so that the list by cause does not show it.
 */
export async function keepForgotten(
  client: DynamoDBDocumentClient,
  table: string,
  { ownKey, address }: { readonly ownKey: string; readonly address: Address },
  { cause, scope, since }: ActiveCause,
  facts: { readonly by: string; readonly because: string; readonly now: Date },
): Promise<void> {
  const Item = {
    address: forgottenKey(ownKey, address),
    sortKey: `${encodeURIComponent(scope)}#${since}#E#forgotten-${cause}`,
    kind: 'forgotten',
    causeWas: cause,
    scope,
    occurredAt: since,
    id: `forgotten-${cause}`,
    by: facts.by,
    because: facts.because,
    recordedAt: facts.now.toISOString(),
  };
  await client.send(new PutCommand({ TableName: table, Item }));
}
