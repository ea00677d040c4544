import fc from 'fast-check';
import type { StoredFacts } from '../../app/ports/lake.ts';
import { type ColumnKind, type ToldRow, toldColumns } from '../../lake/told-columns.ts';

/** An event as it was stored. A test overrides what it is about. */
export function aFact(facts: object = {}): StoredFacts {
  return {
    id: 'e1',
    provider: 'sendgrid',
    providerType: 'delivered',
    type: 'delivered',
    messageId: 'm1',
    recipient: 'ana@example.com',
    occurredAt: '2026-01-01T12:00:00.000Z',
    receivedAt: '2026-01-01T12:00:01.000Z',
    storedAt: '2026-01-01T12:00:02.000Z',
    ...facts,
  } as unknown as StoredFacts;
}

const hash = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const values: Readonly<Record<ColumnKind, fc.Arbitrary<unknown>>> = {
  time: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  hash,
  // Few values, so that copies differ now and then, and rare ones.
  text: fc.oneof(fc.constantFrom('a', 'b', 'gmail.com'), text),
  texts: fc.array(text, { minLength: 1, maxLength: 3 }),
  flag: fc.boolean(),
  number: fc.constantFrom(1, 2),
};

/** Any row, also one that no event would give. */
export function anyRow(): fc.Arbitrary<ToldRow> {
  const columns = toldColumns.map((column) => {
    const { kind } = column;
    const isRequired = 'isRequired' in column;
    return [column.name, isRequired ? values[kind] : fc.option(values[kind])] as const;
  });
  return fc.record(Object.fromEntries(columns)) as unknown as fc.Arbitrary<ToldRow>;
}

/** Any rows with few identities, so that several are copies of one event. */
export function anyRows(): fc.Arbitrary<ToldRow[]> {
  const identity = fc.record({
    unit: fc.constantFrom(1n, -1n, 2n ** 62n),
    occurred_at: fc.constantFrom(1_000, 2_000),
    event: fc.constantFrom(5n, 6n),
  });
  return fc.array(
    fc.tuple(anyRow(), identity).map(([row, same]) => ({ ...row, ...same })),
    { maxLength: 30 },
  );
}
