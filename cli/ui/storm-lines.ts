import type { Summary } from '../storm/summary.ts';
import { paint, type Terminal, table } from './terminal.ts';

export function stormLines(summary: Summary, isWell: boolean, terminal: Terminal): string[] {
  const { p50, p99 } = summary.receiverMilliseconds;
  const verdict = isWell
    ? paint('green', 'Every event is accounted for.', terminal)
    : paint('red', `The figures do not add up; --seed ${summary.seed} sends the same storm again.`, terminal);
  return [
    ...table([
      ['requests', `${summary.requests} sent, ${summary.refusedGenuine} genuine ones refused`],
      ['events', `${summary.eventsSent} sent, ${summary.eventsAccepted} different ones accepted`],
      ['lost', String(summary.lost)],
      ['doubled', String(summary.doubled)],
      ['poison', `${summary.poisonSent} sent, ${summary.inDeadLetters} in the dead letters`],
      ['forged', `${summary.forgedSent} sent, ${summary.forgedAccepted} accepted`],
      ['speed', `${summary.eventsPerSecond} events per second`],
      ['receiver', `p50 ${p50} ms, p99 ${p99} ms`],
      ['seed', String(summary.seed)],
    ]),
    verdict,
  ];
}
