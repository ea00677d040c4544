import { type HealthSubject, type KeyFacts, type LastSeen, seenEveryMinutes } from '../ports/health.ts';
import { type Finding, findingsOf } from './finding.ts';

/** The providers that have sent, and those that are set up to send. Silence alone is no fault: perhaps nothing was sent. */
export function judgeProviders(
  seen: LastSeen,
  keys: KeyFacts | undefined,
  subject: HealthSubject,
  now: Date,
): Finding[] {
  const { topicProvider, usesTopic } = subject;
  const withKeys = [...(keys?.held ?? [])].filter(([, count]) => count > 0).map(([name]) => name);
  const expected = new Set([...seen.keys(), ...withKeys, ...(usesTopic ? [topicProvider.name] : [])]);
  return [...expected].toSorted().map((provider) => {
    const { well, unknown } = findingsOf(provider, 'provider', subject);
    const at = seen.get(provider);
    return at ? well(`last event ${howLongAgo(at, now)}`, at) : unknown('no event yet');
  });
}

function howLongAgo(at: Date, now: Date): string {
  const minutes = Math.round((now.getTime() - at.getTime()) / 60_000);
  // A later event may not have been noted yet.
  if (minutes <= seenEveryMinutes) return `in the last ${seenEveryMinutes} minutes`;
  if (minutes < 120) return `${minutes} minutes ago`;
  return minutes < 2_880
    ? `${Math.round(minutes / 60)} hours ago`
    : `${Math.round(minutes / 1_440)} days ago`;
}
