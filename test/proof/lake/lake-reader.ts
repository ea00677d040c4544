import type { ObjectStore, StoredFacts } from '../../../app/ports/lake.ts';
import { readParquet } from '../../../lake/parquet.ts';
import { toldRow } from '../../../lake/told-row.ts';
import { context } from './telling.ts';

type Row = {
  readonly identity: string;
  readonly person: bigint | null;
  /** The earlier of when it happened and when it was received. */
  readonly until: number;
};

/** Reads all rows of the lake, each object once: what is under a key never changes. */
export class LakeReader {
  private readonly objects: ObjectStore;
  private readonly known = new Map<Uint8Array, readonly Row[]>();
  private readonly identities = new Map<StoredFacts, string>();

  constructor(objects: ObjectStore) {
    this.objects = objects;
  }

  async keys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of this.objects.list('events/')) keys.push(key);
    return keys;
  }

  async rows(): Promise<Row[]> {
    const rows: Row[] = [];
    for (const key of await this.keys()) {
      const content = await this.objects.read(key);
      if (content) rows.push(...(await this.rowsIn(content)));
    }
    return rows;
  }

  identityOf(facts: StoredFacts): string {
    const known = this.identities.get(facts);
    if (known !== undefined) return known;
    const { unit, occurred_at, event } = toldRow(facts, context);
    const identity = `${unit} ${occurred_at} ${event}`;
    this.identities.set(facts, identity);
    return identity;
  }

  private async rowsIn(content: Uint8Array): Promise<readonly Row[]> {
    const known = this.known.get(content);
    if (known) return known;
    const { rowCount, columns } = await readParquet(content, [
      'unit',
      'occurred_at',
      'event',
      'person',
      'received_at',
    ]);
    const rows = Array.from({ length: rowCount }, (_, row) => ({
      identity: `${columns.unit[row]} ${columns.occurred_at[row]} ${columns.event[row]}`,
      person: columns.person[row] as bigint | null,
      until: Math.min(Number(columns.occurred_at[row]), Number(columns.received_at[row])),
    }));
    this.known.set(content, rows);
    return rows;
  }
}
