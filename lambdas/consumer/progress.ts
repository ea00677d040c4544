import type { QueueRecord } from '../../queue/envelope.ts';
import type { Outcome } from '../../store/store.ts';

/** A queue message in Lambda's form. */
export type ConsumedRecord = QueueRecord & {
  readonly messageId: string;
  /** The count includes this delivery. */
  readonly attributes: { readonly ApproximateReceiveCount?: string };
};

/** This many different reasons are enough to find the cause. */
const maxReasons = 5;

/** What a run knows about one message. It holds no events: 100 messages can contain 100,000. */
export class Progress {
  readonly record: ConsumedRecord;
  /** `other` while it is not the name of a known provider: the metrics must not contain an arbitrary name. */
  provider = 'other';
  /** Whether all its parts were read, in slices that were handed to the store. */
  isRead = false;
  /** Why the message cannot be read as a whole. */
  brokenBecause: string | undefined;
  readableEvents = 0;
  /** Places of the parts that cannot be read. */
  readonly unreadable: number[] = [];
  private readonly reasons = new Set<string>();
  private readonly missing = { failed: 0, busy: 0, notStarted: 0 };
  /** The error of a missing write, if there is one. */
  error: Error | undefined;

  constructor(record: ConsumedRecord) {
    this.record = record;
  }

  /** Forgets the previous attempt of this run. */
  restart(): void {
    Object.assign(this.missing, { failed: 0, busy: 0, notStarted: 0 });
    this.error = undefined;
    this.isRead = false;
    this.readableEvents = 0;
    this.unreadable.length = 0;
  }

  noteUnreadable(place: number, reason: string): void {
    this.unreadable.push(place);
    if (this.reasons.size < maxReasons) this.reasons.add(reason);
  }

  noteOutcome(outcome: Outcome | undefined): void {
    if (outcome?.type === 'done') return;
    if (outcome?.type === 'failed' || outcome?.type === 'busy') {
      this.missing[outcome.type] += 1;
      // A failure says more than a busy table.
      if (!this.error || outcome.type === 'failed') this.error = outcome.error;
    } else this.missing.notStarted += 1;
  }

  /** Why it, or a part of it, cannot be read. */
  get reason(): string | undefined {
    return this.brokenBecause ?? (this.reasons.size > 0 ? [...this.reasons].join('; ') : undefined);
  }

  get missingWrites(): number {
    return this.missing.failed + this.missing.busy + this.missing.notStarted;
  }

  /** Whether a write failed for another reason than a busy table. */
  get hasFailed(): boolean {
    return this.missing.failed > 0;
  }

  /** Whether trying again within this run can finish it. */
  get isHeldUp(): boolean {
    return this.isRead && this.missing.busy > 0;
  }

  /** Whether everything that can be read is stored. */
  get isStored(): boolean {
    return this.isRead && this.missingWrites === 0;
  }

  /** Whether the message was made of the unreadable parts of another one. */
  get wasSplitOff(): boolean {
    return Boolean(this.record.messageAttributes['reason']);
  }

  /** Whether a person imported it, so that no receiver has accepted it. */
  get isImported(): boolean {
    return this.record.messageAttributes['imported'] !== undefined;
  }

  /** Whether an earlier delivery, or the run that split it off, has already counted it as unreadable. */
  get wasCounted(): boolean {
    return (this.record.attributes.ApproximateReceiveCount ?? '1') !== '1' || this.wasSplitOff;
  }
}
