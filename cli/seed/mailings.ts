/** What a kind of mail is like: who sends it, when, and what people do with it. Shares are from 0 to 1. */
export type Mailing = {
  readonly weight: number;
  /** Which of the playing providers sends it. */
  readonly player: 'example' | 'topic' | 'tellsTemplate';
  readonly sendingDomain: string;
  readonly stream: string;
  readonly tags: readonly string[];
  readonly template: string;
  /** The version until a third, until two thirds, and until the end of the time. */
  readonly versions: readonly [string, string, string];
  /** How much is sent on each day of the week, Sunday first. */
  readonly week: readonly number[];
  /** Hours in UTC between which most of it is sent. */
  readonly hours: readonly [number, number];
  readonly opened: number;
  /** Of those opened, by version. */
  readonly clicked: readonly [number, number, number];
  readonly complained: number;
  readonly unsubscribed: number;
};

const everyDay = [0.5, 1, 1.05, 1, 1, 0.95, 0.6];
const workDays = [0.05, 1, 1.1, 1.1, 1, 0.8, 0.1];

/** The mail of two companies: a shop with its newsletter, and a service with its offers. */
export const mailings: readonly Mailing[] = [
  {
    weight: 22,
    player: 'topic',
    sendingDomain: 'mail.acme.example',
    stream: 'transactional',
    tags: ['orders'],
    template: 'receipt',
    versions: ['4', '4', '5'],
    week: everyDay,
    hours: [8, 22],
    opened: 0.55,
    clicked: [0.08, 0.08, 0.13],
    complained: 0.0001,
    unsubscribed: 0,
  },
  {
    weight: 9,
    player: 'topic',
    sendingDomain: 'mail.acme.example',
    stream: 'transactional',
    tags: ['account'],
    template: 'password-reset',
    versions: ['7', '7', '7'],
    week: everyDay,
    hours: [7, 23],
    opened: 0.8,
    clicked: [0.7, 0.7, 0.7],
    complained: 0,
    unsubscribed: 0,
  },
  {
    weight: 34,
    player: 'example',
    sendingDomain: 'news.acme.example',
    stream: 'newsletter',
    tags: ['weekly', 'marketing'],
    template: 'newsletter',
    versions: ['12', '13', '14'],
    week: [0, 0, 1, 0, 0.8, 0, 0],
    hours: [9, 11],
    opened: 0.28,
    clicked: [0.11, 0.07, 0.14],
    complained: 0.0008,
    unsubscribed: 0.004,
  },
  {
    weight: 20,
    player: 'tellsTemplate',
    sendingDomain: 'app.globex.example',
    stream: 'onboarding',
    tags: ['onboarding'],
    template: 'welcome',
    versions: ['1', '2', '2'],
    week: workDays,
    hours: [8, 18],
    opened: 0.48,
    clicked: [0.2, 0.3, 0.3],
    complained: 0.0003,
    unsubscribed: 0.001,
  },
  {
    weight: 15,
    player: 'example',
    sendingDomain: 'offers.globex.example',
    stream: 'offers',
    tags: ['marketing', 'sale'],
    template: 'offer',
    versions: ['3', '3', '4'],
    week: [0.2, 1, 0.3, 1, 0.3, 1.2, 0.2],
    hours: [10, 16],
    opened: 0.18,
    clicked: [0.06, 0.06, 0.05],
    complained: 0.0025,
    unsubscribed: 0.008,
  },
];

/** On the bad day, somebody sends offers to a bought list. */
export const badDay = {
  stream: 'offers',
  /** So many times as much of it as on other days. */
  flood: 3,
  deadMailboxes: 0.17,
  complained: 0.011,
} as const;
