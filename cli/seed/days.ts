import { addDays, type Day, daysFrom } from '../../core/day.ts';
import { type Moment, millisOf } from '../../core/moment.ts';
import type { Random } from '../storm/random.ts';
import { badDay, type Mailing, mailings } from './mailings.ts';

/** How many messages of a mailing are sent on a day. */
export type Sending = {
  readonly day: Day;
  readonly mailing: Mailing;
  readonly messages: number;
  /** The version of the template in use. */
  readonly version: 0 | 1 | 2;
  readonly isBad: boolean;
};

/** Spreads the messages over the days: by the rhythm of each mailing, with one bad day. */
export function sendingsOf(today: Day, days: number, messages: number, random: Random): Sending[] {
  const all = daysFrom(addDays(today, 1 - days), today);
  const bad = badOf(all);
  const weighed = all.flatMap((day, index) =>
    mailings.map((mailing) => {
      const isBad = day === bad && mailing.stream === badDay.stream;
      const usual = mailing.week[weekdayOf(day)] ?? 0;
      // No two Mondays are the same.
      const weight = mailing.weight * (isBad ? badDay.flood : usual) * (0.85 + 0.3 * random.next());
      return { day, mailing, isBad, weight: weight / weekOf(mailing), version: third(index, days) };
    }),
  );
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  let owed = 0;
  return weighed.map(({ weight, ...sending }) => {
    owed += (weight / total) * messages;
    const count = Math.round(owed);
    owed -= count;
    return { ...sending, messages: count };
  });
}

/** About a week ago, so that one sees what came before and after. */
function badOf(days: readonly Day[]): Day | undefined {
  return days.at(-Math.min(9, Math.ceil(days.length / 2)));
}

/** Each mailing gets its share of the week, on however few days it is sent. */
function weekOf({ week }: Mailing): number {
  return week.reduce((sum, each) => sum + each, 0);
}

/** Sunday is 0. The first day of 1970 was a Thursday. */
function weekdayOf(day: Day): number {
  return (millisOf(`${day}T00:00:00.000Z` as Moment) / 86_400_000 + 4) % 7;
}

function third(index: number, days: number): 0 | 1 | 2 {
  return Math.min(2, Math.floor((3 * index) / days)) as 0 | 1 | 2;
}
