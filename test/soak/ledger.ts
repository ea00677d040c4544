import type { Address } from '../../core/ids.ts';
import { type SuppressionEntry, suppressionEntryOf } from '../../core/suppression.ts';
import { eventRowKey, type MessageRowKey, rowName } from '../../store/keys.ts';
import type { Shot } from './shots.ts';

type AcceptedEvent = { readonly key: MessageRowKey; readonly recipient?: Address };

/** What the stack has said yes to, and must therefore be able to account for. */
export type Ledger = {
  /** By the name of the row. */
  readonly events: ReadonlyMap<string, AcceptedEvent>;
  /** All that is known about an address: what providers told and what people did. */
  readonly entries: ReadonlyMap<Address, readonly SuppressionEntry[]>;
  /** The marks of the unreadable events. */
  readonly poison: ReadonlySet<string>;
  /** Whether anyone has asked to forget them. */
  readonly forgotten: ReadonlySet<Address>;
  /** Genuine requests that were refused for good. */
  readonly refused: readonly string[];
  readonly forgedAccepted: readonly string[];
  /** The addresses that an event has named. */
  addresses(): readonly Address[];
  accept(shot: Shot): void;
  refuse(shot: Shot, status: number): void;
  acceptForged(shot: Shot): void;
  /** Called before the entry is recorded. */
  record(entry: SuppressionEntry): void;
  /** Called before the rows are deleted. */
  forget(address: Address): void;
};

export function createLedger(): Ledger {
  const events = new Map<string, AcceptedEvent>();
  const entries = new Map<Address, SuppressionEntry[]>();
  const named = new Set<Address>();
  const poison = new Set<string>();
  const forgotten = new Set<Address>();
  const refused: string[] = [];
  const forgedAccepted: string[] = [];
  const record = (entry: SuppressionEntry) =>
    void entries.set(entry.address, [...(entries.get(entry.address) ?? []), entry]);

  return {
    events,
    entries,
    poison,
    forgotten,
    refused,
    forgedAccepted,
    record,
    addresses: () => [...named],
    accept({ delivery, marks }) {
      for (const mark of marks) poison.add(mark);
      for (const event of delivery.events) {
        const key = eventRowKey(event);
        const name = rowName(key);
        if (events.has(name)) continue;
        events.set(name, { key, recipient: event.recipient });
        if (event.recipient) named.add(event.recipient);
        const entry = suppressionEntryOf(event);
        if (entry) record(entry);
      }
    },
    refuse: ({ delivery }, status) => void refused.push(`${delivery.actor.provider}: ${status}`),
    acceptForged: ({ delivery }) => void forgedAccepted.push(delivery.actor.provider),
    forget: (address) => void forgotten.add(address),
  };
}
