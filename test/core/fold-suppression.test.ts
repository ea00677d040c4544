import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventType } from '../../core/email-event.ts';
import {
  covers,
  defaultSettings,
  foldSuppression,
  type SuppressionSettings,
  suppressedFor,
} from '../../core/fold-suppression.ts';
import { toAddress, toEventId, toMessageId } from '../../core/ids.ts';
import { momentFromMillis } from '../../core/moment.ts';
import {
  type Cause,
  causes,
  type Evidence,
  type Release,
  type SuppressionEntry,
  suppressionEntryOf,
} from '../../core/suppression.ts';
import { allTypes, anEvent } from '../support/events.ts';

const day = 86_400;
const newYear = Date.UTC(2026, 0, 1);
let made = 0;

type Choice = { second?: number; scope?: string; message?: string; id?: string; provider?: string };

function facts({ second = 0, scope = '*', message, id, provider = 'sendgrid' }: Choice) {
  made += 1;
  return {
    address: toAddress('ana@example.com'),
    scope,
    occurredAt: momentFromMillis(newYear + second * 1000),
    id: toEventId(id ?? `entry-${made}`),
    messageId: toMessageId(message ?? `message-${made}`),
    provider,
  };
}
const evidence = (cause: Cause, choice: Choice = {}): SuppressionEntry => ({
  ...facts(choice),
  type: 'evidence',
  cause,
});
const release = (choice: Choice = {}): SuppressionEntry => ({
  ...facts(choice),
  type: 'release',
  by: 'Kim',
  because: 'asked',
});
const resubscribe = (choice: Choice = {}): SuppressionEntry => ({ ...facts(choice), type: 'release' });

const fold = (entries: SuppressionEntry[], settings: Partial<SuppressionSettings> = {}) =>
  foldSuppression(entries, { ...defaultSettings, ...settings });
const causeFor = (entries: SuppressionEntry[], stream?: string) =>
  suppressedFor(fold(entries), stream)?.cause;

describe('an address', () => {
  it('is not suppressed without evidence', () => {
    expect(causeFor([])).toBeUndefined();
    expect(causeFor([release()])).toBeUndefined();
  });

  it.each(causes.filter((cause) => cause !== 'soft_bounce'))(
    'is suppressed by one %s, since it happened',
    (cause) => {
      const entry = evidence(cause, { second: 5 });
      expect(fold([entry]).active).toEqual([
        { cause, scope: '*', since: '2026-01-01T00:00:05.000Z', lastEvidence: entry },
      ]);
    },
  );

  it('names the worst cause and lists the rest', () => {
    const entries = causes.filter((cause) => cause !== 'soft_bounce').map((cause) => evidence(cause));
    expect(fold(entries.toReversed()).active.map(({ cause }) => cause)).toEqual([
      'complaint',
      'hard_bounce',
      'dropped',
      'unsubscribe',
      'manual',
    ]);
  });

  it('is released from what happened before, and suppressed again by what happens afterwards', () => {
    const bounce = evidence('hard_bounce', { second: 10 });
    const freed = release({ second: 20 });
    expect(causeFor([bounce, freed])).toBeUndefined();
    const again = evidence('hard_bounce', { second: 21 });
    expect(fold([bounce, freed, again]).active).toMatchObject([
      { since: '2026-01-01T00:00:21.000Z', lastEvidence: again },
    ]);
  });

  it('stays released when the old bounce is reported again, at any time', () => {
    const bounce = evidence('hard_bounce', { second: 10 });
    const freed = release({ second: 20 });
    for (const order of [
      [freed, bounce],
      [bounce, freed, bounce],
      [bounce, bounce, freed, bounce],
    ]) {
      expect(causeFor(order)).toBeUndefined();
    }
  });

  it('is not released by a release from before the bounce, even if it arrives later', () => {
    expect(causeFor([evidence('hard_bounce', { second: 10 }), release({ second: 9 })])).toBe('hard_bounce');
  });

  it('that left one group is suppressed for that group, and for no other mail', () => {
    const left = [evidence('unsubscribe', { scope: '10' })];
    expect(causeFor(left, '10')).toBe('unsubscribe');
    expect(causeFor(left, '11')).toBeUndefined();
    expect(causeFor(left)).toBeUndefined();
    expect(causeFor([...left, evidence('hard_bounce')], '11')).toBe('hard_bounce');
  });

  it('that joins a group again is released from that group, and from nothing else', () => {
    const entries = [
      evidence('unsubscribe', { scope: '10' }),
      evidence('unsubscribe', { scope: '11' }),
      evidence('complaint'),
    ];
    const { active } = fold([...entries, release({ scope: '10', second: 1 })]);
    expect(active.map(({ cause, scope }) => [cause, scope])).toEqual([
      ['complaint', '*'],
      ['unsubscribe', '11'],
    ]);
  });

  it.each([
    ['*', '10', true],
    ['10', '10', true],
    ['10', '11', false],
    ['10', '*', false],
  ])('that is released for %s is released from an unsubscribe for %s: %s', (released, left, isCovered) => {
    const unsubscribe = evidence('unsubscribe', { scope: left }) as Evidence;
    expect(covers(release({ scope: released, second: 1 }) as Release, unsubscribe)).toBe(isCovered);
  });

  it('that subscribes again at its provider is released from that unsubscribe, and from nothing else', () => {
    const others = causes.flatMap((cause) =>
      cause === 'unsubscribe' ? [] : Array.from({ length: 5 }, () => evidence(cause)),
    );
    const entries = [
      ...others,
      evidence('unsubscribe', { scope: '10' }),
      evidence('unsubscribe', { scope: '10', provider: 'postmark' }),
      evidence('unsubscribe', { scope: '11' }),
    ];
    const again = resubscribe({ scope: '10', second: 1 });
    expect(fold([...entries, again]).active).toEqual(
      fold(entries.filter((entry) => entry !== entries[others.length])).active,
    );
    // Not even a resubscribe to all mail ends an unsubscribe from one stream.
    expect(fold([...entries, resubscribe({ second: 1 })]).active).toEqual(fold(entries).active);
    expect(causeFor([evidence('unsubscribe'), resubscribe({ second: 1 })])).toBeUndefined();
  });

  it('stays suppressed by a complaint when another provider reports an edited contact as a resubscribe', () => {
    const complaint = evidence('complaint', { provider: 'ses' });
    expect(causeFor([complaint, resubscribe({ second: 9, provider: 'resend' })])).toBe('complaint');
  });

  it('that is released for all mail is released from every scope', () => {
    const entries = [evidence('unsubscribe', { scope: '10' }), evidence('complaint')];
    expect(fold([...entries, release({ second: 1 })]).active).toEqual([]);
  });

  it('is not suppressed by causes that the settings leave out, and keeps them in its history', () => {
    const complaint = evidence('complaint');
    expect(fold([complaint], { causes: ['hard_bounce'] })).toEqual({ active: [], history: [complaint] });
  });
});

describe('soft bounces', () => {
  const bounces = (count: number, apartSeconds = day) =>
    Array.from({ length: count }, (_, index) => evidence('soft_bounce', { second: index * apartSeconds }));

  it('suppress from the time of the fifth message within thirty days', () => {
    expect(causeFor(bounces(4))).toBeUndefined();
    const five = bounces(5);
    expect(fold(five).active).toMatchObject([
      { cause: 'soft_bounce', since: '2026-01-05T00:00:00.000Z', lastEvidence: five[4] },
    ]);
  });

  it('of one message count once', () => {
    const same = Array.from({ length: 9 }, (_, second) => evidence('soft_bounce', { second, message: 'm1' }));
    expect(causeFor(same)).toBeUndefined();
    expect(causeFor([...same, ...bounces(4)])).toBe('soft_bounce');
  });

  it('count only within the window, to the second', () => {
    const first = evidence('soft_bounce', { second: 0 });
    const four = (second: number) =>
      [0, 1, 2, 3].map((index) => evidence('soft_bounce', { second: second - index }));
    expect(causeFor([first, ...four(30 * day)])).toBe('soft_bounce');
    expect(causeFor([first, ...four(30 * day + 1)])).toBeUndefined();
  });

  it('still suppress after the window: nothing has shown that the address works', () => {
    const later = evidence('soft_bounce', { second: 300 * day });
    expect(fold([...bounces(5), later]).active).toMatchObject([{ since: '2026-01-05T00:00:00.000Z' }]);
  });

  it('are counted from zero after a release', () => {
    const freed = release({ second: 4 * day + 1 });
    expect(causeFor([...bounces(5), freed])).toBeUndefined();
    const four = [5, 6, 7, 8].map((days) => evidence('soft_bounce', { second: days * day }));
    expect(causeFor([...bounces(5), freed, ...four])).toBeUndefined();
    expect(causeFor([...bounces(5), freed, ...four, evidence('soft_bounce', { second: 9 * day })])).toBe(
      'soft_bounce',
    );
  });

  it('follow the settings', () => {
    const settings = { softBounceCap: 2, softBounceWindowDays: 1 };
    expect(fold(bounces(2), settings).active).toHaveLength(1);
    expect(fold(bounces(2, day + 1), settings).active).toEqual([]);
  });
});

describe('the state of an address', () => {
  const anyEntry = fc
    .record({
      cause: fc.constantFrom(...causes, 'release' as const, 'resubscribe' as const),
      second: fc.integer({ min: 0, max: 6 }).map((days) => days * day),
      scope: fc.constantFrom('*', '10', '11'),
      provider: fc.constantFrom('sendgrid', 'ses'),
      id: fc.integer({ min: 0, max: 20 }),
    })
    .map(({ cause, id, ...given }) => {
      const ids = { id: `${cause}-${Object.values(given).join('-')}-${id}`, message: `m${id % 7}` };
      if (cause === 'release') return release({ ...given, ...ids });
      return cause === 'resubscribe'
        ? resubscribe({ ...given, ...ids })
        : evidence(cause, { ...given, ...ids });
    });

  it('is the same whatever order its entries come in, and however often', () => {
    const settings = { ...defaultSettings, softBounceCap: 3 };
    const histories = fc
      .array(anyEntry, { maxLength: 14 })
      .chain((entries) =>
        fc.tuple(
          fc.constant(entries),
          fc.shuffledSubarray([...entries, ...entries], { minLength: entries.length * 2 }),
        ),
      );
    fc.assert(
      fc.property(histories, ([entries, shuffled]) => {
        expect(foldSuppression(shuffled, settings)).toEqual(foldSuppression(entries, settings));
      }),
    );
  });

  it('never depends on evidence that a release covers', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 14 }), (entries) => {
        const { active } = foldSuppression(entries, { ...defaultSettings, softBounceCap: 1 });
        for (const { lastEvidence: one } of active) {
          const ended = entries.some(
            (entry) =>
              entry.type === 'release' &&
              entry.occurredAt >= one.occurredAt &&
              (entry.by
                ? ['*', one.scope].includes(entry.scope)
                : one.cause === 'unsubscribe' &&
                  entry.scope === one.scope &&
                  entry.provider === one.provider),
          );
          expect(ended).toBe(false);
        }
      }),
    );
  });
});

describe('a resubscribe', () => {
  const anyOther = fc
    .constantFrom(...causes)
    .chain((cause) =>
      fc
        .record({ second: fc.nat({ max: 9 }), provider: fc.constantFrom('ses', 'resend') })
        .map((choice) => evidence(cause, choice)),
    );

  it('never changes anything but unsubscribes of its own provider and scope', () => {
    fc.assert(
      fc.property(fc.array(anyOther, { maxLength: 9 }), (entries) => {
        const others = entries.filter(
          (entry) => entry.type === 'release' || entry.cause !== 'unsubscribe' || entry.provider !== 'resend',
        );
        const again = resubscribe({ second: 20, provider: 'resend' });
        expect(fold([...entries, again]).active).toEqual(fold(others).active);
      }),
    );
  });
});

describe('what an event adds to the history of its recipient', () => {
  const kinds = (type: EventType, fields: object = {}) => {
    const entry = suppressionEntryOf({ ...anEvent({ type }), ...fields } as ReturnType<typeof anEvent>);
    return entry && (entry.type === 'evidence' ? entry.cause : 'release');
  };

  it('is evidence or a release for six types, and nothing for the others', () => {
    const told = Object.fromEntries(allTypes.map((type) => [type, kinds(type)]).filter(([, kind]) => kind));
    expect(told).toEqual({
      complaint: 'complaint',
      hard_bounce: 'hard_bounce',
      soft_bounce: 'soft_bounce',
      dropped: 'dropped',
      unsubscribe: 'unsubscribe',
      resubscribe: 'release',
    });
  });

  it('is nothing for a drop that blames the message', () => {
    expect(kinds('dropped', { blames: 'message' })).toBeUndefined();
  });

  it('is nothing for a soft bounce that may be an automatic reply', () => {
    expect(kinds('soft_bounce', { mayBeAutomaticReply: true })).toBeUndefined();
  });

  it('is nothing without a recipient', () => {
    expect(kinds('hard_bounce', { recipient: undefined })).toBeUndefined();
  });

  it('names the event, the message, the provider, the diagnostic and the time', () => {
    const bounce = {
      ...anEvent({ type: 'hard_bounce', id: 'e1', second: 3 }),
      diagnostic: '550 no such user',
    };
    expect(suppressionEntryOf(bounce)).toEqual({
      type: 'evidence',
      cause: 'hard_bounce',
      address: 'a@example.com',
      scope: '*',
      occurredAt: '2026-01-01T00:00:03.000Z',
      id: 'e1',
      provider: 'sendgrid',
      messageId: 'm1',
      diagnostic: '550 no such user',
    });
  });
});
