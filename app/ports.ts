import type { SuppressionSettings } from '../core/fold-suppression.ts';
import type { Address } from '../core/ids.ts';
import type { Moment } from '../core/moment.ts';
import type { Cause, SuppressionEntry } from '../core/suppression.ts';
import type { EvidenceKey } from '../store/newest-evidence.ts';
import type { MessageHistory } from '../store/read-message.ts';
import type { RecipientMessages } from '../store/read-recipient.ts';
import type { StoredEntry } from '../store/suppression-row.ts';

/** All that the operations see of the world. */
export type ApiDependencies = {
  readonly settings: SuppressionSettings;
  readonly message: (messageId: string) => Promise<MessageHistory | undefined>;
  readonly messagesTo: (
    address: Address,
    limit: number,
    from?: RecipientMessages['next'],
  ) => Promise<RecipientMessages>;
  readonly entriesOf: (address: Address) => Promise<readonly StoredEntry[]>;
  readonly evidence: (
    causes: readonly Cause[],
    range: { since?: Moment; until?: Moment },
  ) => AsyncIterable<EvidenceKey>;
  readonly record: (entry: SuppressionEntry) => Promise<boolean>;
  readonly cursors: {
    seal(question: string, position: unknown): Promise<string>;
    open(question: string, cursor: string): Promise<unknown>;
  };
  readonly newId: () => string;
  readonly now: () => Date;
};
