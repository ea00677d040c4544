import { exitCodes, Problem } from '../problem.ts';

const millisPerUnit: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time relative to now: -10m, +2h. Undefined for anything else. */
export function relativeMoment(text: string, now: Date): Date | undefined {
  const [, sign, amount, unit = ''] = /^([+-])(\d+)([smhd])$/.exec(text) ?? [];
  if (!sign) return undefined;
  const moment = new Date(now.getTime() + Number(`${sign}${amount}`) * (millisPerUnit[unit] ?? 0));
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Takes an ISO 8601 time, or one relative to now. */
export function parseMoment(text: string, now: Date): Date {
  const moment = relativeMoment(text, now) ?? new Date(text);
  if (Number.isNaN(moment.getTime())) {
    throw new Problem(
      `expected a time such as 2026-01-31T12:00:00Z or -10m, found "${text}"`,
      exitCodes.usage,
    );
  }
  return moment;
}

/** `2026-01-31 12:00:00.000`, in UTC. */
export function showMoment(iso: string): string {
  return iso.replace('T', ' ').replace('Z', '');
}
