import type { ObjectStore } from '../app/ports/lake.ts';

/** Says that a person was forgotten. It covers what was told or happened until then. */
export type Tombstone = { readonly person: bigint; readonly at: number };

/** The latest tombstone of each person. */
export type Forgotten = ReadonlyMap<bigint, number>;

/**
 * A tombstone is an empty object with everything in its key, so that a list shows all of them. It is pending until the tidier has
 * looked through the whole lake for the person, and is then kept for ever: a repair or a late retry can write the same events again.
 */
const prefix = 'forgotten/';
const prefixes = { pending: `${prefix}pending/`, settled: `${prefix}settled/` } as const;
type State = keyof typeof prefixes;

function tombstoneKey(state: State, { person, at }: Tombstone): string {
  return `${prefixes[state]}${BigInt.asUintN(64, person).toString(16).padStart(16, '0')}-${at}`;
}

/** All of them with one list, because every run of the tidier needs both and S3 charges for each list. */
export async function listTombstones(
  objects: ObjectStore,
): Promise<Readonly<Record<State, readonly Tombstone[]>>> {
  const found: Record<State, Tombstone[]> = { pending: [], settled: [] };
  for await (const { key } of objects.list(prefix)) {
    const [, state, person, at] = /\/(pending|settled)\/([\da-f]{16})-(\d+)$/.exec(key) ?? [];
    if (person && at)
      found[state as State].push({ person: BigInt.asIntN(64, BigInt(`0x${person}`)), at: Number(at) });
  }
  return found;
}

export async function addTombstone(objects: ObjectStore, tombstone: Tombstone): Promise<void> {
  await objects.write(tombstoneKey('pending', tombstone), new Uint8Array());
}

/** Written before it is removed: at every moment the tombstone is in one of both places. */
export async function settle(objects: ObjectStore, tombstones: readonly Tombstone[]): Promise<void> {
  for (const tombstone of tombstones)
    await objects.write(tombstoneKey('settled', tombstone), new Uint8Array());
  await objects.remove(tombstones.map((tombstone) => tombstoneKey('pending', tombstone)));
}

export function forgottenBy(tombstones: readonly Tombstone[]): Forgotten {
  const forgotten = new Map<bigint, number>();
  for (const { person, at } of tombstones) forgotten.set(person, Math.max(at, forgotten.get(person) ?? 0));
  return forgotten;
}
