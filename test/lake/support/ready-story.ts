import type { StoredFacts } from '../../../app/ports/lake.ts';
import type { Day } from '../../../core/day.ts';
import { aFact } from '../../support/told.ts';

type Mail = {
  readonly to: string;
  readonly hour: number;
  readonly mail: object;
  readonly events: readonly Happening[];
};
type Happening = readonly [type: string, minutes: number, facts?: object];

const newsletter = (version: string) => ({
  template: 'newsletter',
  templateVersion: version,
  sendingDomain: 'news.example.com',
  tags: ['weekly', 'marketing'],
});
const receipt = {
  template: 'receipt',
  templateVersion: '4',
  sendingDomain: 'mail.example.com',
  tags: ['orders'],
};
const byProgram = { machine: { likely: true, rule: 'apple' } };
const byPerson = { machine: { likely: false, rule: 'none' } };
const unknownUser = { smtpStatus: '5.1.1', reason: 'unknown_user' };

/** Nine sends of the second of January, and one of the third, small enough to count by hand. */
const mails: readonly Mail[] = [
  {
    to: 'ana@gmail.com',
    hour: 9,
    mail: newsletter('12'),
    events: [
      ['delivered', 0],
      ['open', 5, byPerson],
      ['click', 6, byPerson],
    ],
  },
  {
    to: 'ben@gmail.com',
    hour: 9,
    mail: newsletter('12'),
    events: [
      ['delivered', 0],
      ['complaint', 600],
    ],
  },
  {
    to: 'cara@icloud.com',
    hour: 9,
    mail: newsletter('13'),
    events: [
      ['delivered', 0],
      ['open', 0, byProgram],
    ],
  },
  {
    to: 'dev@icloud.com',
    hour: 9,
    mail: newsletter('13'),
    events: [
      ['delivered', 0],
      ['open', 0, byProgram],
      ['open', 90, byPerson],
    ],
  },
  { to: 'gone@outlook.com', hour: 9, mail: newsletter('13'), events: [['hard_bounce', 1, unknownUser]] },
  {
    to: 'full@outlook.com',
    hour: 9,
    mail: newsletter('12'),
    events: [['soft_bounce', 1, { smtpStatus: '4.2.2', reason: 'mailbox_full' }]],
  },
  {
    to: 'ana@gmail.com',
    hour: 15,
    mail: receipt,
    events: [
      ['processed', 0],
      ['delivered', 1],
      ['open', 3, byPerson],
    ],
  },
  { to: 'ben@gmail.com', hour: 15, mail: receipt, events: [['delivered', 0]] },
  {
    to: 'eva@example.org',
    hour: 23,
    mail: newsletter('13'),
    events: [
      ['delivered', 0],
      ['unsubscribe', 120],
    ],
  },
  { to: 'ana@gmail.com', hour: 24, mail: receipt, events: [['delivered', 0]] },
];

/** Every event was received half a minute later, complaints after two hours. */
export function readyStory(): StoredFacts[] {
  return mails.flatMap(({ to, hour, mail, events }, index) =>
    events.map(([type, minutes, facts], place) => {
      const at = Date.UTC(2026, 0, 2, hour, minutes);
      const lag = type === 'complaint' ? 7_200_000 : 30_000;
      return aFact({
        ...mail,
        ...facts,
        id: `story-${index}-${place}`,
        type,
        messageId: `story-${index}`,
        recipient: to,
        occurredAt: new Date(at).toISOString(),
        receivedAt: new Date(at + lag).toISOString(),
      });
    }),
  );
}

export const storyDays = { from: '2026-01-02' as Day, to: '2026-01-03' as Day };
