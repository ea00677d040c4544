import type { Finding, Health } from '../types.ts';
import type { Outcome } from './outcomes.ts';
import { countOf, listOf } from './text.ts';

export const healthOutcomes: Readonly<Record<Finding['state'], Outcome>> = {
  well: { word: 'Well', icon: 'check', tone: 'ok' },
  unwell: { word: 'Needs attention', icon: 'alert', tone: 'bad' },
  unknown: { word: 'Not known', icon: 'question', tone: 'calm' },
};

/** Whether no provider has ever sent an event, and nothing is wrong but that keys are missing. */
export function isNew({ findings }: Health): boolean {
  return findings.every(
    ({ kind, what, state, since }) =>
      (state !== 'unwell' || what === 'keys') && (kind !== 'provider' || since === undefined),
  );
}

/** The state of everything in one sentence. */
export function healthSentence({ findings }: Health): string {
  const unwell = findings.filter(({ state }) => state === 'unwell');
  if (unwell.length === 0) return 'Everything works.';
  const names = [...new Set(unwell.map(({ what }) => what))];
  return `${countOf(unwell.length, 'problem')}: ${listOf(names.slice(0, 3))}${names.length > 3 ? ' and more' : ''}.`;
}
