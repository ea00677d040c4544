import type { z } from 'zod';
import { noCounts, ratesOf } from '../../../core/rates.ts';
import { exampleProvider, manifestOf } from '../../../providers/manifests.ts';
import type { Definitions } from '../operations.ts';
import type { RouteId } from '../routes.ts';

/** One request, and its answer. */
type Example<Id extends RouteId> = {
  readonly path: z.input<Definitions[Id]['input']['path']>;
  readonly query?: z.input<Definitions[Id]['input']['query']>;
  readonly body?: z.input<Definitions[Id]['input']['body']>;
  readonly answer: z.input<Definitions[Id]['answer']>;
};

const bounceId = 'ZHVwZTEtYm91bmNl';
const releaseId = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const caller = 'arn:aws:sts::111122223333:assumed-role/Support/kim';
const cursor = 'eyJrZXkiOiJyb3NhQGV4YW1wbGUuY29tIn0.Tsqip7yL8HSiJfbswfCqv7xpqjcIpgO2w0648qUun5I';

const exampleTitle = manifestOf(exampleProvider)?.title ?? exampleProvider;
const deadLetters = {
  provider: exampleProvider,
  reason: 'expected "event" to be a string, found a number',
  count: 2,
  oldest: '2026-01-01T00:00:07.310Z',
};

const bounced = {
  cause: 'hard_bounce' as const,
  scope: '*',
  since: '2026-01-01T00:00:05.000Z',
  lastEvidence: {
    id: bounceId,
    occurredAt: '2026-01-01T00:00:05.000Z',
    provider: exampleProvider,
    messageId: 'r1',
    diagnostic: '550 5.1.1 no such user',
  },
};

const rosa = { address: 'rosa@example.com', suppressed: true, cause: bounced, causes: [bounced] };

const bounceEntry = {
  type: 'evidence' as const,
  cause: 'hard_bounce' as const,
  scope: '*',
  occurredAt: '2026-01-01T00:00:05.000Z',
  id: bounceId,
  provider: exampleProvider,
  messageId: 'r1',
  diagnostic: '550 5.1.1 no such user',
  recordedAt: '2026-01-01T00:00:07.310Z',
};

const byLetter = {
  cause: 'manual' as const,
  scope: '*',
  since: '2026-01-02T09:30:00.000Z',
  lastEvidence: {
    id: releaseId,
    occurredAt: '2026-01-02T09:30:00.000Z',
    by: caller,
    because: 'asked by letter',
  },
};

const counts = {
  ...noCounts,
  attempted: 200,
  sent: 200,
  delivered: 196,
  bounced: 4,
  opened: 80,
  clicked: 12,
};
const counted = { counts, rates: ratesOf(counts) };

/** The examples of the OpenAPI document: Rosa's mailbox bounced, and somebody released it. */
export const examples: { readonly [Id in RouteId]: Example<Id> } = {
  getMessage: {
    path: { messageId: 'r1' },
    answer: {
      messageId: 'r1',
      summary: { hard_bounce: 1 },
      summaryOf: 'message',
      recipients: [
        {
          recipient: 'rosa@example.com',
          status: 'hard_bounce',
          final: true,
          template: 'welcome',
          stream: '10',
          tags: ['welcome'],
          since: '2026-01-01T00:00:05.000Z',
          decidedBy: bounceId,
          decidingEventExpired: false,
          lastSeen: { processed: '2026-01-01T00:00:00.000Z', hard_bounce: '2026-01-01T00:00:05.000Z' },
          suppressed: true,
          suppressionCause: 'hard_bounce',
          timeline: [
            {
              id: 'ZHVwZTEtcHJvY2Vzc2Vk',
              type: 'processed',
              provider: exampleProvider,
              providerType: 'processed',
              occurredAt: '2026-01-01T00:00:00.000Z',
              receivedAt: '2026-01-01T00:00:02.140Z',
              lagMilliseconds: 2_140,
              meaning: 'The provider accepted the message and will try to deliver it.',
              effect: {
                verdict: 'outranked',
                lostTo: { id: bounceId, provider: exampleProvider, type: 'hard_bounce' },
              },
            },
            {
              id: bounceId,
              type: 'hard_bounce',
              provider: exampleProvider,
              providerType: 'bounce',
              occurredAt: '2026-01-01T00:00:05.000Z',
              receivedAt: '2026-01-01T00:00:06.020Z',
              lagMilliseconds: 1_020,
              meaning: 'The message can never be delivered: the address does not exist or refuses mail.',
              effect: { verdict: 'decided' },
              smtpReply: '550 5.1.1 no such user',
              bounceClass: 'Invalid Address',
            },
          ],
        },
      ],
      otherEvents: [],
    },
  },
  listMessagesOfRecipient: {
    path: { address: 'rosa@example.com' },
    query: { limit: 2 },
    answer: {
      recipient: 'rosa@example.com',
      messages: [
        {
          messageId: 'r1',
          status: 'hard_bounce',
          since: '2026-01-01T00:00:05.000Z',
          provider: exampleProvider,
          template: 'welcome',
          stream: '10',
          tags: ['welcome'],
          firstSeenAt: '2026-01-01T00:00:03.200Z',
        },
        {
          messageId: 'r0',
          status: 'delivered',
          since: '2025-12-01T00:00:05.000Z',
          provider: exampleProvider,
          template: null,
          stream: null,
          tags: ['receipt'],
          firstSeenAt: '2025-12-01T00:00:06.900Z',
        },
      ],
      cursor,
    },
  },
  getSuppression: {
    path: { address: 'rosa@example.com' },
    query: { stream: 'newsletter', limit: 20 },
    answer: {
      ...rosa,
      history: [{ ...bounceEntry, fate: 'suppresses' }],
      releases: [{ scope: '*', ends: [bounced], stays: [], needsAcknowledgement: false }],
    },
  },
  checkSuppressions: {
    path: {},
    body: { addresses: ['rosa@example.com', 'ben@example.com'] },
    answer: {
      answers: [rosa, { address: 'ben@example.com', suppressed: false, cause: null, causes: [] }],
    },
  },
  listSuppressions: {
    path: {},
    query: { reason: 'hard_bounce', since: '2026-01-01T00:00:00Z', limit: 100 },
    answer: { suppressions: [rosa], cursor },
  },
  suppress: {
    path: { address: 'kim@example.com' },
    body: { because: 'asked by letter' },
    answer: {
      address: 'kim@example.com',
      suppressed: true,
      cause: byLetter,
      causes: [byLetter],
      history: [
        {
          type: 'evidence',
          cause: 'manual',
          scope: '*',
          occurredAt: '2026-01-02T09:30:00.000Z',
          id: releaseId,
          by: caller,
          because: 'asked by letter',
          recordedAt: '2026-01-02T09:30:00.012Z',
          fate: 'suppresses',
        },
      ],
      releases: [{ scope: '*', ends: [byLetter], stays: [], needsAcknowledgement: false }],
    },
  },
  release: {
    path: { address: 'rosa@example.com' },
    body: { because: 'mailbox is back, asked by phone' },
    answer: {
      address: 'rosa@example.com',
      suppressed: false,
      cause: null,
      causes: [],
      history: [
        { ...bounceEntry, fate: 'released', releasedBy: releaseId },
        {
          type: 'release',
          scope: '*',
          occurredAt: '2026-01-03T10:00:00.000Z',
          id: releaseId,
          by: caller,
          because: 'mailbox is back, asked by phone',
          recordedAt: '2026-01-03T10:00:00.009Z',
          fate: 'ended',
          evidenceEnded: 1,
        },
      ],
      releases: [{ scope: '*', ends: [], stays: [], needsAcknowledgement: false }],
      ended: [bounced],
    },
  },
  getEventPayload: {
    path: { messageId: 'r1' },
    query: { id: bounceId, provider: exampleProvider, occurredAt: '2026-01-01T00:00:05.000Z' },
    answer: {
      messageId: 'r1',
      id: bounceId,
      provider: exampleProvider,
      payload: '{"email":"rosa@example.com","event":"bounce","reason":"550 5.1.1 no such user"}',
    },
  },
  countSuppressions: {
    path: {},
    query: { domain: 'example.com' },
    answer: { counts: [{ cause: 'hard_bounce', addresses: 1, isComplete: true }] },
  },
  previewReleases: {
    path: {},
    body: { addresses: ['rosa@example.com'] },
    answer: {
      previews: [
        {
          address: 'rosa@example.com',
          suppressed: true,
          scope: '*',
          ends: [bounced],
          stays: [],
          needsAcknowledgement: false,
        },
      ],
    },
  },
  suppressMany: {
    path: {},
    body: { addresses: ['kim@example.com', 'nobody'], because: 'asked by letter' },
    answer: {
      results: [
        { address: 'kim@example.com', outcome: 'done', suppressed: true },
        {
          address: 'nobody',
          outcome: 'refused',
          code: 'not-an-address',
          detail: 'expected an e-mail address such as ana@example.com',
        },
      ],
    },
  },
  releaseMany: {
    path: {},
    body: { addresses: ['rosa@example.com'], because: 'mailbox is back, asked by phone' },
    answer: {
      results: [{ address: 'rosa@example.com', outcome: 'done', suppressed: false, ended: [bounced] }],
    },
  },
  importSuppressions: {
    path: {},
    body: {
      lines: [{ address: 'rosa@example.com', cause: 'hard_bounce', since: '2026-01-01T00:00:05Z' }],
      because: 'list of the earlier provider',
    },
    answer: { added: 1, unchanged: 0, bad: [] },
  },
  getMe: {
    path: {},
    answer: {
      caller: { type: 'person', name: 'kim@example.com' },
      roles: ['viewer', 'support'],
      stack: 'Mailfold',
      version: '1.0.0',
      providers: [{ name: exampleProvider, title: exampleTitle }],
      features: [],
    },
  },
  getSetup: {
    path: {},
    answer: {
      providers: [
        {
          name: exampleProvider,
          title: exampleTitle,
          transport: 'webhook',
          url: `https://a1b2c3d4e5.execute-api.us-east-1.amazonaws.com/webhooks/${exampleProvider}`,
          key: 'present',
          lastEventAt: '2026-01-01T00:00:07.310Z',
        },
      ],
      settings: {
        dedupeWindowDays: 30,
        statusRetentionDays: 400,
        suppression: {
          causes: ['complaint', 'hard_bounce', 'dropped', 'soft_bounce', 'unsubscribe', 'manual'],
          softBounceCap: 5,
          softBounceWindowDays: 30,
        },
      },
    },
  },
  getHealth: {
    path: {},
    answer: {
      state: 'unwell',
      checkedAt: '2026-01-01T00:10:00.000Z',
      findings: [
        {
          kind: 'step',
          what: 'dead letters',
          state: 'unwell',
          found: '2 messages could not be processed',
          repair: 'mailfold dlq list --stack Mailfold',
        },
        {
          kind: 'provider',
          what: exampleProvider,
          state: 'well',
          found: 'last event 10 minutes ago',
          since: '2026-01-01T00:00:07.310Z',
        },
      ],
    },
  },
  listDeadLetters: {
    path: {},
    query: { provider: exampleProvider },
    answer: { groups: [deadLetters], lookedAt: 2, total: 2, isComplete: true },
  },
  showDeadLetters: {
    path: {},
    query: { provider: exampleProvider, limit: 1 },
    answer: {
      letters: [
        {
          id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
          provider: exampleProvider,
          reason: deadLetters.reason,
          sentAt: deadLetters.oldest,
          headers: {},
          body: '[{"event":17}]',
        },
      ],
      lookedAt: 2,
      total: 2,
      isComplete: false,
    },
  },
  redriveDeadLetters: {
    path: {},
    body: { provider: exampleProvider },
    answer: { moved: 2, left: 0, dryRun: false, lookedAt: 2, total: 2, isComplete: true },
  },
  getLiveEvents: {
    path: {},
    query: { cursor },
    answer: {
      events: [
        {
          id: bounceId,
          provider: exampleProvider,
          type: 'hard_bounce',
          recipient: 'rosa@example.com',
          messageId: 'r1',
          occurredAt: '2026-01-01T00:00:05.000Z',
          storedAt: '2026-01-01T00:00:07.310Z',
        },
      ],
      cursor,
    },
  },
  getStats: {
    path: {},
    query: { from: '2026-01-01', to: '2026-01-01', by: 'mailbox' },
    answer: {
      from: '2026-01-01',
      to: '2026-01-01',
      basis: 'sending-day',
      total: counted,
      series: [{ day: '2026-01-01', ...counted }],
      by: {
        dimension: 'mailbox',
        rowsOverlap: false,
        rows: [{ group: { type: 'named', name: 'gmail' }, figures: counted, series: [counted.counts] }],
      },
    },
  },
};
