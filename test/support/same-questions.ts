import { expect } from 'vitest';

/** A question to the API and the command line, and the answer of both. */
export type Question = {
  readonly title: string;
  /** Events to send first. A suffix makes them events of another message. */
  readonly before?: readonly (readonly [provider: string, type: string, at: string, suffix?: string])[];
  /** Send to this many recipients: `ana+1@…`, `ana+2@…`. */
  readonly batch?: number;
  readonly api: (who: string, what: string) => readonly [method: string, path: string, body?: object];
  readonly cli: (who: string, what: string) => readonly string[];
  readonly expected: (who: string, what: string) => object;
  /** About the dead letters that are always there, or also about one more that can be read. */
  readonly letters?: 'waiting' | 'and one more';
  readonly on?: 'without manual';
  /** Whether both are asked about the same address, and so must give the very same answer. */
  readonly isShared?: true;
  /** Whether to ask for page after page. The answer is then a list of pages. */
  readonly isPaged?: true;
};

export const path = (who: string) => `/v1/suppressions/${encodeURIComponent(who)}`;
const bounced = [['sendgrid', 'hard_bounce', '-1h']] as const;
const complained = [['sendgrid', 'complaint', '-1h']] as const;
export const because = 'mailbox is back';
const two = (who: string) => [who, `other-${who}`];
const twoOfBatch = (who: string) => [who.replace('@', '+1@'), who.replace('@', '+2@')];
const byKim = ['--by', 'kim', '--because', because];

export const questions: readonly Question[] = [
  {
    title: 'status: which event decided, and why each other one did not',
    before: [
      ['sendgrid', 'processed', '-3h'],
      ['sendgrid', 'hard_bounce', '-2h'],
      ['sendgrid', 'delivered', '-1h'],
      ['sendgrid', 'unsubscribe', '-30m'],
    ],
    api: (_, what) => ['GET', `/v1/messages/${what}`],
    cli: (_, what) => ['status', what],
    expected: (who, what) => ({
      answer: {
        messageId: what,
        summary: { hard_bounce: 1 },
        recipients: [
          {
            recipient: who,
            status: 'hard_bounce',
            final: true,
            suppressed: true,
            suppressionCause: 'hard_bounce',
            timeline: [
              { type: 'processed', effect: { verdict: 'outranked', lostTo: { type: 'hard_bounce' } } },
              { type: 'hard_bounce', effect: { verdict: 'decided' }, smtpReply: expect.any(String) },
              { type: 'delivered', effect: { verdict: 'outranked', lostTo: { type: 'hard_bounce' } } },
              { type: 'unsubscribe', effect: { verdict: 'no_effect' }, scope: '*' },
            ],
          },
        ],
      },
    }),
  },
  {
    title: 'status, page by page',
    isShared: true,
    isPaged: true,
    batch: 3,
    before: bounced,
    api: (_, what) => ['GET', `/v1/messages/${what}?limit=2`],
    cli: (_, what) => ['status', what, '--limit', '2'],
    expected: () => ({
      answer: [
        {
          summary: { hard_bounce: 3 },
          summaryOf: 'message',
          recipients: [{}, {}],
          cursor: expect.any(String),
        },
        { summary: { hard_bounce: 3 }, summaryOf: 'message', recipients: [{}] },
      ],
    }),
  },
  {
    title: 'status for one recipient',
    isShared: true,
    batch: 3,
    before: bounced,
    api: (who, what) => [
      'GET',
      `/v1/messages/${what}?to=${encodeURIComponent(who.replace('@', '+2@').toUpperCase())}`,
    ],
    cli: (who, what) => ['status', what, '--to', who.replace('@', '+2@').toUpperCase()],
    expected: (who) => ({
      answer: { summary: { hard_bounce: 1 }, recipients: [{ recipient: who.replace('@', '+2@') }] },
    }),
  },
  {
    title: 'explain a message: the same report',
    before: bounced,
    api: (_, what) => ['GET', `/v1/messages/${encodeURIComponent(`<${what}>`)}`],
    cli: (_, what) => ['explain', `<${what}>`],
    expected: (_, what) => ({ answer: { messageId: what, summary: { hard_bounce: 1 } } }),
  },
  {
    title: 'status of an unknown message',
    api: (_, what) => ['GET', `/v1/messages/${what}`],
    cli: (_, what) => ['status', what],
    expected: () => ({
      kind: 'unknown',
      refusal: expect.stringContaining('no event about this message has arrived'),
    }),
  },
  {
    title: 'the messages of an address',
    before: bounced,
    api: (who) => ['GET', `/v1/recipients/${encodeURIComponent(who)}/messages`],
    cli: (who) => ['recipient', who],
    expected: (who, what) => ({
      answer: { recipient: who, messages: [{ messageId: what, status: 'hard_bounce' }] },
    }),
  },
  {
    title: 'check: whether mail may be sent',
    before: bounced,
    api: (who) => ['POST', '/v1/suppressions/check', { addresses: [who.toUpperCase(), `never-${who}`] }],
    cli: (who) => ['suppressions', 'check', who.toUpperCase(), `never-${who}`],
    expected: (who, what) => ({
      answer: {
        answers: [
          {
            address: who,
            suppressed: true,
            cause: { cause: 'hard_bounce', lastEvidence: { messageId: what } },
          },
          { address: `never-${who}`, suppressed: false, cause: null, causes: [] },
        ],
      },
    }),
  },
  {
    title: 'check: for one stream',
    before: [['sendgrid', 'group_unsubscribe', '-1h']],
    api: (who) => ['POST', '/v1/suppressions/check', { addresses: [who], stream: '10' }],
    cli: (who) => ['suppressions', 'check', who, '--stream', '10'],
    expected: () => ({ answer: { answers: [{ suppressed: true, cause: { cause: 'unsubscribe' } }] } }),
  },
  {
    title: 'the messages of an address, page by page',
    isShared: true,
    isPaged: true,
    before: [
      ['sendgrid', 'delivered', '-3h', '-1'],
      ['sendgrid', 'delivered', '-2h', '-2'],
      ['sendgrid', 'delivered', '-1h', '-3'],
    ],
    api: (who) => ['GET', `/v1/recipients/${encodeURIComponent(who)}/messages?limit=2`],
    cli: (who) => ['recipient', who, '--limit', '2'],
    expected: () => ({
      answer: [{ messages: [{}, {}], cursor: expect.any(String) }, { messages: [{}] }],
    }),
  },
  {
    title: 'the list, page by page',
    isShared: true,
    isPaged: true,
    before: bounced,
    api: () => ['GET', '/v1/suppressions?reason=hard_bounce&limit=2'],
    cli: () => ['suppressions', 'list', '--reason', 'hard_bounce', '--limit', '2'],
    expected: (who) => ({
      answer: expect.arrayContaining([
        expect.objectContaining({
          suppressions: expect.arrayContaining([expect.objectContaining({ address: who })]),
        }),
      ]),
    }),
  },
  {
    title: 'the list since the second of the evidence, written without milliseconds',
    isShared: true,
    before: [['sendgrid', 'complaint', '2026-01-01T00:00:29Z']],
    api: () => ['GET', '/v1/suppressions?reason=complaint&since=2026-01-01T00:00:29Z&limit=100'],
    cli: () => [
      'suppressions',
      'list',
      '--reason',
      'complaint',
      '--since',
      '2026-01-01T00:00:29Z',
      '--limit',
      '100',
    ],
    expected: (who) => ({
      answer: { suppressions: expect.arrayContaining([expect.objectContaining({ address: who })]) },
    }),
  },
  {
    title: 'the list since a time with an offset',
    isShared: true,
    before: [['sendgrid', 'complaint', '2026-01-01T00:00:29Z']],
    api: () => ['GET', '/v1/suppressions?since=2026-01-01T01:00:29%2B01:00&limit=100'],
    cli: () => ['suppressions', 'list', '--since', '2026-01-01T01:00:29+01:00', '--limit', '100'],
    expected: (who) => ({
      answer: { suppressions: expect.arrayContaining([expect.objectContaining({ address: who })]) },
    }),
  },
  {
    title: 'the list without a limit',
    isShared: true,
    api: () => ['GET', '/v1/suppressions'],
    cli: () => ['suppressions', 'list'],
    expected: () => ({ answer: { suppressions: expect.any(Array) } }),
  },
  {
    title: 'suppress by hand, with spaces around scope and reason',
    api: (who) => ['PUT', path(who), { because: ` ${because} `, scope: ' news ' }],
    cli: (who) => [
      'suppressions',
      'add',
      who,
      '--scope',
      ' news ',
      '--by',
      'kim',
      '--because',
      ` ${because} `,
    ],
    expected: () => ({ answer: { causes: [{ scope: 'news', lastEvidence: { because } }] } }),
  },
  ...['nonsense', 'two@ats@', '@example.com', ' '].map(
    (nonsense): Question => ({
      title: `check: "${nonsense}" is not an address, and neither answers "not suppressed"`,
      api: () => ['POST', '/v1/suppressions/check', { addresses: [nonsense] }],
      cli: () => ['suppressions', 'check', nonsense],
      expected: () => ({ kind: 'bad input', refusal: expect.stringContaining('expected an e-mail address') }),
    }),
  ),
  {
    title: 'explain an address: history, fates, and what a release would do',
    before: [
      ['sendgrid', 'soft_bounce', '-2h'],
      ['sendgrid', 'complaint', '-1h'],
    ],
    api: (who) => ['GET', path(who)],
    cli: (who) => ['explain', who],
    expected: (who) => ({
      answer: {
        address: who,
        suppressed: true,
        history: [
          { cause: 'soft_bounce', fate: 'not_enough' },
          { cause: 'complaint', fate: 'suppresses' },
        ],
        releases: [{ scope: '*', ends: [{ cause: 'complaint' }], stays: [], needsAcknowledgement: true }],
      },
    }),
  },
  {
    title: 'explain an address without a history',
    api: (who) => ['GET', path(who)],
    cli: (who) => ['explain', who],
    expected: () => ({ answer: { suppressed: false, history: [], causes: [] } }),
  },
  {
    title: 'suppress by hand',
    api: (who) => ['PUT', path(who), { because, scope: 'news' }],
    cli: (who) => ['suppressions', 'add', who, '--scope', 'news', ...byKim],
    expected: (who) => ({
      answer: {
        address: who,
        suppressed: false,
        causes: [{ cause: 'manual', scope: 'news', lastEvidence: { because } }],
      },
    }),
  },
  {
    title: 'suppress by hand when that is switched off',
    on: 'without manual',
    api: (who) => ['PUT', path(who), { because }],
    cli: (who) => ['suppressions', 'add', who, ...byKim],
    expected: () => ({ kind: 'no', refusal: expect.stringContaining('does not contain "manual"') }),
  },
  {
    title: 'release',
    before: bounced,
    api: (who) => ['POST', `${path(who)}/release`, { because }],
    cli: (who) => ['suppressions', 'release', who, ...byKim],
    expected: (who) => ({
      answer: {
        address: who,
        suppressed: false,
        ended: [{ cause: 'hard_bounce', scope: '*' }],
        history: [
          { type: 'evidence', fate: 'released' },
          { type: 'release', fate: 'ended', because },
        ],
      },
    }),
  },
  {
    title: 'release an address that is not suppressed',
    api: (who) => ['POST', `${path(who)}/release`, { because }],
    cli: (who) => ['suppressions', 'release', who, ...byKim],
    expected: () => ({ kind: 'no', refusal: expect.stringContaining('nothing is in force for all mail') }),
  },
  {
    title: 'release of a scope without a suppression',
    before: bounced,
    api: (who) => ['POST', `${path(who)}/release`, { because, scope: 'news' }],
    cli: (who) => ['suppressions', 'release', who, '--scope', 'news', ...byKim],
    expected: () => ({
      kind: 'no',
      refusal: expect.stringContaining('still in force: hard_bounce (all mail)'),
    }),
  },
  {
    title: 'release of evidence dated ahead of our clock',
    before: [['sendgrid', 'hard_bounce', '+1h']],
    api: (who) => ['POST', `${path(who)}/release`, { because }],
    cli: (who) => ['suppressions', 'release', who, ...byKim],
    expected: () => ({ kind: 'no', refusal: expect.stringContaining('dated ahead of our clock') }),
  },
  {
    title: 'release of a complaint without an acknowledgement',
    before: complained,
    api: (who) => ['POST', `${path(who)}/release`, { because }],
    cli: (who) => ['suppressions', 'release', who, ...byKim],
    expected: () => ({ kind: 'no', refusal: expect.stringContaining('must be acknowledged') }),
  },
  {
    title: 'release of a complaint with an acknowledgement',
    before: complained,
    api: (who) => ['POST', `${path(who)}/release`, { because, acknowledgeComplaint: true }],
    cli: (who) => ['suppressions', 'release', who, '--acknowledge-complaint', ...byKim],
    expected: () => ({ answer: { suppressed: false, ended: [{ cause: 'complaint' }] } }),
  },
  {
    title: 'explain an address for one stream',
    before: [['sendgrid', 'group_unsubscribe', '-1h']],
    api: (who) => ['GET', `${path(who)}?stream=10&limit=5`],
    cli: (who) => ['explain', who, '--stream', '10', '--limit', '5'],
    expected: () => ({ answer: { suppressed: true, history: [{ scope: '10', fate: 'suppresses' }] } }),
  },
  {
    title: 'the list of one domain',
    isShared: true,
    before: bounced,
    api: () => ['GET', '/v1/suppressions?domain=@Example.COM&limit=100'],
    cli: () => ['suppressions', 'list', '--domain', '@Example.COM', '--limit', '100'],
    expected: (who) => ({
      answer: { suppressions: expect.arrayContaining([expect.objectContaining({ address: who })]) },
    }),
  },
  {
    title: 'the list of a domain without suppressions',
    isShared: true,
    api: () => ['GET', '/v1/suppressions?domain=example.net'],
    cli: () => ['suppressions', 'list', '--domain', 'example.net'],
    expected: () => ({ answer: { suppressions: [] } }),
  },
  {
    title: 'suppress two addresses and what is not one',
    api: (who) => ['POST', '/v1/suppressions/suppress', { addresses: [...two(who), 'ana'], because }],
    cli: (who) => ['suppressions', 'add', ...two(who), 'ana', ...byKim],
    expected: (who) => ({
      answer: {
        results: [
          { address: who, outcome: 'done', suppressed: true },
          { outcome: 'done', suppressed: true },
          { address: 'ana', outcome: 'refused', code: 'not-an-address' },
        ],
      },
    }),
  },
  {
    title: 'release two addresses, one of which is not suppressed',
    before: bounced,
    api: (who) => ['POST', '/v1/suppressions/release', { addresses: two(who), because }],
    cli: (who) => ['suppressions', 'release', ...two(who), ...byKim],
    expected: (who) => ({
      answer: {
        results: [
          { address: who, outcome: 'done', suppressed: false, ended: [{ cause: 'hard_bounce' }] },
          { outcome: 'refused', code: 'nothing-to-release' },
        ],
      },
    }),
  },
  {
    title: 'release two addresses that complained, without an acknowledgement',
    isShared: true,
    before: complained,
    batch: 2,
    api: (who) => ['POST', '/v1/suppressions/release', { addresses: twoOfBatch(who), because }],
    cli: (who) => ['suppressions', 'release', ...twoOfBatch(who), ...byKim],
    expected: () => ({
      answer: {
        results: [{ code: 'complaint-not-acknowledged' }, { code: 'complaint-not-acknowledged' }],
      },
    }),
  },
  {
    title: 'dead letters by provider and reason',
    isShared: true,
    letters: 'waiting',
    api: () => ['GET', '/v1/dead-letters'],
    cli: () => ['dlq', 'list'],
    expected: () => ({
      answer: {
        groups: [
          { count: 2, provider: 'resend' },
          { count: 1, provider: 'sendgrid' },
        ],
        lookedAt: 3,
        total: 3,
        isComplete: true,
      },
    }),
  },
  {
    title: 'dead letters of one provider, with an empty reason',
    isShared: true,
    letters: 'waiting',
    api: () => ['GET', '/v1/dead-letters?provider=sendgrid&reason='],
    cli: () => ['dlq', 'list', '--provider', 'sendgrid', '--reason', ''],
    expected: () => ({ answer: { groups: [{ count: 1, provider: 'sendgrid' }], lookedAt: 3 } }),
  },
  {
    title: 'dead letters of a provider that has none',
    isShared: true,
    letters: 'waiting',
    api: () => ['GET', '/v1/dead-letters?provider=postmark'],
    cli: () => ['dlq', 'list', '--provider', 'postmark'],
    expected: () => ({ answer: { groups: [], lookedAt: 3, isComplete: true } }),
  },
  {
    title: 'the content of a dead letter',
    isShared: true,
    letters: 'waiting',
    api: () => ['GET', '/v1/dead-letters/bodies?provider=sendgrid&limit=5'],
    cli: () => ['dlq', 'show', '--provider', 'sendgrid', '--limit', '5'],
    expected: () => ({ answer: { letters: [{ provider: 'sendgrid', body: 'not JSON' }] } }),
  },
  {
    title: 'how many dead letters would be sent again',
    isShared: true,
    letters: 'waiting',
    api: () => ['POST', '/v1/dead-letters/redrive', { all: true, dryRun: true }],
    cli: () => ['dlq', 'redrive', '--all', '--dry-run'],
    expected: () => ({ answer: { moved: 3, left: 0, dryRun: true } }),
  },
  {
    title: 'a dead letter that is sent again',
    letters: 'and one more',
    api: () => ['POST', '/v1/dead-letters/redrive', { reason: 'storing it failed' }],
    cli: () => ['dlq', 'redrive', '--reason', 'storing it failed'],
    expected: () => ({ answer: { moved: 1, left: 3, lookedAt: 4, dryRun: false } }),
  },
];
