import type { Reconciliation } from './reconcile.ts';
import type { Answered } from './run.ts';

/** The figures of a storm, in the order in which `--json` prints them. */
export type Summary = {
  readonly seed: number;
  readonly requests: number;
  readonly refusedGenuine: number;
  readonly eventsSent: number;
  readonly eventsAccepted: number;
  readonly lost: number;
  readonly doubled: number;
  readonly poisonSent: number;
  readonly inDeadLetters: number;
  readonly forgedSent: number;
  readonly forgedAccepted: number;
  readonly eventsPerSecond: number;
  readonly receiverMilliseconds: { readonly p50: number; readonly p99: number };
};

/** What is known once a storm is over. */
type Outcome = {
  readonly seed: number;
  readonly answered: readonly Answered[];
  readonly eventsSent: number;
  readonly account: Reconciliation;
  readonly deadLettersAdded: number;
  readonly seconds: number;
};

export function summaryOf(outcome: Outcome): Summary {
  const { seed, answered, eventsSent, account, deadLettersAdded, seconds } = outcome;
  const forged = answered.filter(({ delivery }) => delivery.sort === 'forged');
  return {
    seed,
    requests: answered.length,
    refusedGenuine: answered.filter(({ delivery, status }) => delivery.sort !== 'forged' && status !== 200)
      .length,
    eventsSent,
    eventsAccepted: account.events,
    lost: account.lost.length,
    doubled: account.doubled.length,
    poisonSent: acceptedOf('poison', answered).length,
    inDeadLetters: deadLettersAdded,
    forgedSent: forged.length,
    forgedAccepted: acceptedOf('forged', answered).length,
    eventsPerSecond: Math.round(eventsSent / seconds),
    receiverMilliseconds: percentiles(answered),
  };
}

/** Whether every event is stored once, and everything else was turned away. */
export function isAccountedFor(summary: Summary): boolean {
  return (
    summary.lost === 0 &&
    summary.doubled === 0 &&
    summary.forgedAccepted === 0 &&
    summary.refusedGenuine === 0 &&
    summary.inDeadLetters === summary.poisonSent
  );
}

/** The deliveries of one sort that got a 200. */
export function acceptedOf(
  sort: Answered['delivery']['sort'],
  answered: readonly Answered[],
): readonly Answered[] {
  return answered.filter(({ delivery, status }) => delivery.sort === sort && status === 200);
}

function percentiles(answered: readonly Answered[]): Summary['receiverMilliseconds'] {
  const posted = answered.filter(({ delivery }) => delivery.actor.transport === 'webhook');
  const sorted = posted.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  const at = (part: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}
