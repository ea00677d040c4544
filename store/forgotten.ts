import { createHmac } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ActiveCause } from '../core/fold-suppression.ts';
import type { Address } from '../core/ids.ts';
import { type HeadsQuestion, type HeadsRead, readHeads } from './read-heads.ts';

const prefix = 'forgotten#';

/** The partition key for a forgotten address. It can only be computed with Mailfold's own key. */
export function forgottenKey(ownKey: string, address: Address): Address {
  return `${prefix}${createHmac('sha256', ownKey).update(address).digest('hex')}` as Address;
}

export function isForgotten(address: string): boolean {
  return address.startsWith(prefix);
}

/** The heads of an address, including what was kept when it was forgotten. */
export async function readAllHeads(
  source: Parameters<typeof readHeads>[0],
  address: Address,
  ownKey: string,
  question: HeadsQuestion,
): Promise<HeadsRead> {
  const [own, kept] = await Promise.all(
    [address, forgottenKey(ownKey, address)].map((key) => readHeads(source, key, question)),
  );
  return {
    heads: [...(own?.heads ?? []), ...(kept?.heads ?? [])],
    isWhole: Boolean(own?.isWhole && kept?.isWhole),
  };
}

/**
 * Stores that the address is suppressed and why, but nothing that identifies it: no event, no message, no diagnostic. The
 * row has no `cause` attribute, so that it is not in the index by cause.
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
