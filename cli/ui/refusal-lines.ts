import { paint, type Terminal } from './terminal.ts';

/** Why a webhook was refused, and what is most likely behind it. */
export function refusalLines(reason: string, advice: string | undefined, terminal: Terminal): string[] {
  const verdict = `${paint('red', 'refused', terminal)}: ${reason}`;
  return advice ? [verdict, `Most likely: ${advice}.`] : [verdict];
}
