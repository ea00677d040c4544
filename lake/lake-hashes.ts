import { createHmac, hash } from 'node:crypto';

/** The hashes of a lake. Equal input gives equal hashes in one stack, and without its key nobody can compute them. */
export type LakeHashes = {
  /** One message of one provider to one recipient. */
  unit(provider: string, messageId: string, recipient: string): bigint;
  person(address: string): bigint;
};

/** Occurs in none of the parts, so that different parts never give the same string. */
const separator = '\0';

/** `ownKey` also hashes forgotten addresses. A key of their own makes sure that no hash here is equal to one there. */
export function lakeHashes(ownKey: string): LakeHashes {
  const unitKey = derivedKey(ownKey, 'lake unit');
  const personKey = derivedKey(ownKey, 'lake person');
  return {
    unit: (provider, messageId, recipient) =>
      shortHash(`${unitKey}${provider}${separator}${messageId}${separator}${recipient}`),
    person: (address) => shortHash(personKey + address),
  };
}

/** Computes each hash once: the events of a batch are about few messages and people, compared with their number. */
export function rememberingHashes(hashes: LakeHashes): LakeHashes {
  const units = new Map<string, bigint>();
  const people = new Map<string, bigint>();
  return {
    unit(provider, messageId, recipient) {
      const name = `${provider}${separator}${messageId}${separator}${recipient}`;
      const known = units.get(name) ?? hashes.unit(provider, messageId, recipient);
      units.set(name, known);
      return known;
    },
    person(address) {
      const known = people.get(address) ?? hashes.person(address);
      people.set(address, known);
      return known;
    },
  };
}

/** The identity of an event, together with its unit and time. Without a key: a provider's id of an event names nobody. */
export function eventHash(provider: string, id: string): bigint {
  return shortHash(provider + separator + id);
}

function derivedKey(ownKey: string, purpose: string): string {
  return createHmac('sha256', ownKey).update(purpose).digest('hex');
}

/**
 * The first 64 bits of SHA-256. With a key in front this is as good as an HMAC, which takes six times as long: the rest of
 * the digest, without which nobody can continue it, is not kept.
 */
function shortHash(text: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hash('sha256', text).slice(0, 16)}`));
}
