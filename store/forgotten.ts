import { createHmac } from 'node:crypto';
import type { Address, EventId } from '../core/ids.ts';
import type { Remnant } from '../core/remnants.ts';
import type { SuppressionEntry } from '../core/suppression.ts';
import { keptRowKey } from './keys.ts';
import { type HeadsQuestion, type HeadsRead, readHeads } from './read-heads.ts';
import type { RowFields } from './row-fields.ts';

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

type Kept = {
  readonly ownKey: string;
  readonly address: Address;
  readonly by: string;
  readonly because: string;
  readonly now: Date;
};

/**
 * The row of one remnant of an address: no event, no message, no diagnostic. The row has no `cause` attribute, so that it is
 * not in the index by cause. Evidence that was in force stays in force, even without enough soft bounces to reach a cap.
 */
export function forgottenRow(remnant: Remnant, { ownKey, address, by, because, now }: Kept): RowFields {
  const { type, scope, occurredAt, provider } = remnant;
  const id = idOf(remnant);
  const key = keptRowKey({ ...remnant, address: forgottenKey(ownKey, address), id } as SuppressionEntry);
  return {
    ...key,
    kind: 'forgotten',
    what: type,
    scope,
    occurredAt,
    id,
    recordedAt: now.toISOString(),
    ...(provider !== undefined && { provider }),
    ...(type === 'evidence' && {
      causeWas: remnant.cause,
      first: `${remnant.since}#${id}`,
      firstReach: remnant.since,
    }),
    // A release without a person is a provider's, and ends only unsubscribes.
    ...((type === 'evidence' || remnant.isByPerson) && { by, because }),
  };
}

function idOf(remnant: Remnant): EventId {
  const { provider } = remnant;
  const strand = remnant.type === 'evidence' ? remnant.cause : remnant.isByPerson ? 'release' : 'resubscribe';
  return ['forgotten', strand, ...(provider === undefined ? [] : [provider])].join('-') as EventId;
}
