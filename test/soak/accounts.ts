import { foldSuppression, type SuppressionSettings } from '../../core/fold-suppression.ts';
import type { Address } from '../../core/ids.ts';
import type { Counts } from './counts.ts';
import type { Ledger } from './ledger.ts';

/** One thing that must hold at the end, and what speaks against it. */
export type Check = { readonly what: string; readonly problems: readonly string[] };

/** Compares the event rows in the table with the accepted events. Forgotten addresses may have lost theirs. */
export function checkRows(ledger: Ledger, stored: ReadonlySet<string>): Check[] {
  const lost = [...ledger.events].filter(
    ([name, { recipient }]) => !stored.has(name) && !isForgotten(recipient, ledger),
  );
  return [
    { what: 'every accepted event is stored', problems: lost.map(([name]) => `lost: ${name}`) },
    {
      what: 'nothing is stored that was not accepted, and nothing under a second key',
      problems: [...stored].filter((name) => !ledger.events.has(name)).map((name) => `not accepted: ${name}`),
    },
  ];
}

/** What hangs off the stream, such as a counter, must see each event once. */
export function checkStream(ledger: Ledger, streamed: ReadonlyMap<string, number>): Check {
  const repeated = [...streamed].filter(
    ([name, times]) => times > 1 && !isForgotten(ledger.events.get(name)?.recipient, ledger),
  );
  return {
    what: 'no event appears twice in the stream of the table',
    problems: repeated.map(([name, times]) => `${times} times: ${name}`),
  };
}

export function checkRequests({ refused, forgedAccepted }: Ledger): Check[] {
  return [
    { what: 'no genuine request is refused', problems: refused },
    {
      what: 'no forged request is accepted',
      problems: forgedAccepted.map((provider) => `accepted: ${provider}`),
    },
  ];
}

/** `marks`: the unreadable events in the dead letters. */
export function checkPoison({ poison }: Ledger, marks: ReadonlySet<string>): Check {
  const missing = [...poison].filter((mark) => !marks.has(mark));
  return { what: 'all poison is in the dead letters', problems: missing.map((mark) => `missing: ${mark}`) };
}

const troubles = [
  'poison',
  'forged',
  'kills',
  'throttledCalls',
  'slowCalls',
  'brokenCalls',
  'redeliveries',
  'shortVisibility',
  'releases',
  'suppressions',
  'forgotten',
] as const satisfies readonly (keyof Counts)[];

/** Without trouble, the other checks would prove little. */
export function checkTrouble(counts: Counts): Check {
  const missing = troubles.filter((name) => counts[name] === 0);
  return { what: 'every kind of trouble has happened', problems: missing.map((name) => `none: ${name}`) };
}

/** The causes for which an address is suppressed: `complaint *`. */
export type Causes = ReadonlyMap<Address, readonly string[]>;

/** Compares what the stack answers with the fold over all that providers told and people did. */
export function checkSuppressions(ledger: Ledger, found: Causes, settings: SuppressionSettings): Check[] {
  const addresses = ledger.addresses().toSorted();
  const remembered = addresses.filter((address) => !ledger.forgotten.has(address));
  const forgotten = addresses.filter((address) => ledger.forgotten.has(address));
  return [
    {
      what: 'every address is suppressed exactly as its history says',
      problems: remembered.flatMap((address) =>
        difference(address, expectedCauses(address, ledger, settings), found.get(address) ?? []),
      ),
    },
    {
      // Soft bounces below the cap are forgotten, so that later ones start from zero.
      what: 'a forgotten address stays suppressed, and stays released',
      problems: forgotten.flatMap((address) =>
        difference(
          address,
          expectedCauses(address, ledger, settings).filter(isNotCounted),
          (found.get(address) ?? []).filter(isNotCounted),
        ),
      ),
    },
  ];
}

function expectedCauses(address: Address, { entries }: Ledger, settings: SuppressionSettings): string[] {
  return foldSuppression(entries.get(address) ?? [], settings).active.map(
    ({ cause, scope }) => `${cause} ${scope}`,
  );
}

function isNotCounted(cause: string): boolean {
  return !cause.startsWith('soft_bounce');
}

function difference(address: Address, expected: readonly string[], found: readonly string[]): string[] {
  const text = (causes: readonly string[]) => causes.toSorted().join(', ') || 'not suppressed';
  return text(expected) === text(found)
    ? []
    : [`${address}: expected ${text(expected)}; found ${text(found)}`];
}

function isForgotten(address: Address | undefined, { forgotten }: Ledger): boolean {
  return address !== undefined && forgotten.has(address);
}
