import { describe, expect, it } from 'vitest';
import type { Finding } from '../../app/health/finding.ts';
import { checkHealth } from '../../app/health/health.ts';
import type { HealthSources, HealthSubject, LakeFacts, Repair } from '../../app/ports/health.ts';

const now = new Date('2026-01-31T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const nothing = { visible: 0, inFlight: 0, delayed: 0 };

/** A stack with a key for owls, through which everything goes well. */
const wellSources: Required<HealthSources> = {
  version: async () => ({ deployed: '1.2.0', own: '1.2.0' }),
  api: async () => undefined,
  keys: async () => ({ held: new Map([['owl', 1]]), broken: [] }),
  topic: async () => true,
  queues: async () => ({ events: nothing, deadLetters: nothing, topicDeadLetters: nothing }),
  consumer: async () => ({
    mappingId: 'm-1',
    state: 'Enabled',
    retriesOnlyFailures: true,
    maxConcurrency: 10,
  }),
  tables: async () => [aTable()],
  lake: async () => aLake(),
  lastSeen: async () => new Map([['owl', minutesAgo(2)]]),
  concurrency: async () => ({ limit: 1_000, unreserved: 1_000 }),
  alarms: async () => [{ name: 'Mailfold: The consumer fails', isRaised: false }],
  alarmSubscriptions: async () => ({ topicArn: 'arn:alarms', confirmed: 1, pending: 0 }),
};
const subject: HealthSubject = {
  keyed: ['owl', 'pigeon'],
  isChosen: false,
  topicProvider: { name: 'ses', title: 'SES' },
  usesTopic: false,
  commandFor: (repair: Repair) => ('words' in repair ? `${repair.by} ${repair.words}` : repair.by),
};

function aTable(warm = { reads: 12_000, writes: 4_000 }, indexWarm = warm, deletesExpiredRows = true) {
  return {
    holds: 'messages' as const,
    name: 'messages',
    deletesExpiredRows,
    warm,
    indexes: [{ name: 'byRecipient', warm: indexWarm }],
  };
}

function aLake(changes: Partial<LakeFacts['tidying']> = {}, historian = {}): LakeFacts {
  const lastTidied = { at: minutesAgo(30).toISOString(), isComplete: true, unreadable: 0 };
  return {
    historian: { mappingId: 'h-1', state: 'Enabled', ...historian },
    failedBatches: 0,
    tidying: { problems: [], lastTidied, ...changes },
  };
}

const health = (sources: Partial<HealthSources> = {}, about: Partial<HealthSubject> = {}) =>
  checkHealth({ ...wellSources, ...sources }, { ...subject, ...about }, now);
const inLines = (findings: readonly Finding[]) =>
  findings.map(({ what, found, repair }) => [`${what}: ${found}`, repair]);
/** What is unwell, with the repair of each. */
const unwell = async (sources: Partial<HealthSources>, about: Partial<HealthSubject> = {}) =>
  inLines((await health(sources, about)).findings.filter(({ state }) => state === 'unwell'));

describe('a stack', () => {
  it('is well when every step is, and says when each provider was last seen', async () => {
    const { state, checkedAt, findings } = await health();
    expect([state, checkedAt]).toEqual(['well', now.toISOString()]);
    expect(findings.filter((finding) => finding.state !== 'well')).toEqual([]);
    expect(findings.filter(({ kind }) => kind === 'provider')).toEqual([
      {
        kind: 'provider',
        what: 'owl',
        state: 'well',
        found: 'last event in the last 5 minutes',
        since: minutesAgo(2).toISOString(),
      },
    ]);
  });

  it('is read once, whatever uses what was read', async () => {
    const reads: string[] = [];
    const counted = Object.entries(wellSources).map(([name, read]) => [
      name,
      () => {
        reads.push(name);
        return read();
      },
    ]);
    await health(Object.fromEntries(counted));
    expect(reads.toSorted()).toEqual(Object.keys(wellSources).toSorted());
  });

  it('is judged by what can be read: an unreadable part is a finding, and a part that was left out is not', async () => {
    const denied = async () => {
      throw new TypeError('not allowed');
    };
    expect(await unwell({ alarms: denied, queues: denied })).toEqual([
      ['queues: cannot be checked: TypeError: not allowed', 'getting access'],
      ['alarms: cannot be checked: TypeError: not allowed', 'getting access'],
    ]);
    const { findings } = await checkHealth({ api: wellSources.api }, subject, now);
    expect(inLines(findings)).toEqual([['API: answers', undefined]]);
  });
});

describe('a stack without keys', () => {
  const noKeys = { keys: async () => ({ held: new Map(), broken: [] }) };
  const seen = (provider: string, minutes = 1) => ({
    lastSeen: async () => new Map([[provider, minutesAgo(minutes)]]),
  });
  const nobody = { lastSeen: async () => new Map() };

  it.each([
    ['its events come through the topic', { ...noKeys, ...seen('ses') }, {}],
    ['it has a configuration set for the topic', { ...noKeys, ...nobody }, { usesTopic: true }],
    ['no provider with a key is in use', { ...noKeys, ...nobody }, { keyed: [], isChosen: true }],
  ])('is not unwell when %s', async (_, sources, about) => {
    expect(await unwell(sources, about)).toEqual([]);
  });

  it('is unwell when nothing else shows that it is used', async () => {
    expect(await unwell({ ...noKeys, ...nobody })).toEqual([
      ['keys: none are set, so every webhook gets a 503', 'mailfold secrets set PROVIDER'],
    ]);
  });

  it('is unwell for each provider that was named, or that has sent events lately', async () => {
    const words = 'mailfold secrets set pigeon';
    expect(await unwell({}, { isChosen: true })).toEqual([
      ['keys: pigeon has no key, so its webhooks get a 503', words],
    ]);
    expect(await unwell(seen('pigeon', 60 * 24 * 29))).toEqual([
      ['keys: pigeon has sent events, but has no key, so its webhooks get a 503', words],
    ]);
    expect(await unwell(seen('pigeon', 60 * 24 * 31))).toEqual([]);
    expect(await unwell({ ...noKeys, ...seen('pigeon') }, { usesTopic: true })).toHaveLength(1);
  });
});

describe('what surrounds a stack', () => {
  it('is unwell when the consumer could take all concurrency of the account', async () => {
    const [[found, repair] = []] = await unwell({ concurrency: async () => ({ limit: 10, unreserved: 10 }) });
    expect(found).toContain('the account has 10 concurrent runs for all functions');
    expect(repair).toMatch(/^aws service-quotas request-service-quota-increase .*--quota-code L-B99A9384/);
    // Enough, because the consumer is limited to less.
    const small = async () => ({
      mappingId: 'm',
      state: 'Enabled',
      retriesOnlyFailures: true,
      maxConcurrency: 5,
    });
    expect(
      await unwell({ concurrency: async () => ({ limit: 10, unreserved: 10 }), consumer: small }),
    ).toEqual([]);
    const reserved = async () => ({ limit: 1_000, unreserved: 12 });
    expect(await unwell({ concurrency: reserved })).toMatchObject([
      [expect.stringContaining('has 12'), 'reading'],
    ]);
  });

  it('is unwell when nobody gets the alarms', async () => {
    const with0 = (pending: number) => ({
      alarmSubscriptions: async () => ({ topicArn: 'arn:alarms', confirmed: 0, pending }),
    });
    expect(await unwell(with0(1))).toEqual([
      ['alarm mails: nobody gets them: the subscription is not confirmed', 'reading'],
    ]);
    expect(await unwell(with0(0))).toEqual([
      [
        'alarm mails: nobody gets them: nobody is subscribed to the alarm topic',
        expect.stringMatching(/^aws sns subscribe --topic-arn arn:alarms /),
      ],
    ]);
  });

  it('is unwell while an alarm is raised, since then', async () => {
    const since = minutesAgo(30);
    const { findings } = await health({
      alarms: async () => [{ name: 'Mailfold: X', isRaised: true, since }],
    });
    expect(findings).toContainEqual(
      expect.objectContaining({
        state: 'unwell',
        found: '"Mailfold: X" is raised',
        since: since.toISOString(),
      }),
    );
  });

  it.each([
    ['1.1.0', '1.2.0', 'version: of the stack is 1.1.0, this program is newer (1.2.0)', 'deploying'],
    ['1.10.0', '1.9.0', 'version: of the stack is 1.10.0, this program is older (1.9.0)', 'reading'],
    [undefined, '1.2.0', 'version: of the stack is older than that of this program (1.2.0)', 'deploying'],
  ])('is unwell when the stack has version %s and this program %s', async (deployed, own, ...expected) => {
    expect(await unwell({ version: async () => ({ deployed, own }) })).toEqual([expected]);
  });
});

describe('a table', () => {
  const cold = { reads: 100, writes: 50 };
  it.each([
    [
      'takes fewer writes than a new one',
      aTable(cold, cold),
      ['it takes only 50', 'its index byRecipient takes only 50'],
    ],
    [
      'has an index that takes fewer',
      aTable({ reads: 12_000, writes: 20_000 }, { reads: 12_000, writes: 4_000 }),
      ['its index byRecipient takes only 4,000'],
    ],
    ['keeps expired rows', aTable(undefined, undefined, false), ['keeps expired rows for ever']],
  ])('is unwell when it %s', async (_, table, found) => {
    expect(await unwell({ tables: async () => [table] })).toEqual(
      found.map((words) => [
        expect.stringContaining(`messages table: ${words}`),
        expect.stringMatching(/^aws dynamodb update-t/),
      ]),
    );
  });
});

describe('the lake', () => {
  it('names what keeps events out of it, and what repairs that', async () => {
    expect(await unwell({ lake: async () => ({ failedBatches: 0 }) })).toEqual([
      ['historian: is not connected to the stream of the table', 'reverting drift'],
    ]);
    expect(await unwell({ lake: async () => aLake({}, { state: 'Disabled' }) })).toEqual([
      [
        'historian: does not read the stream: the mapping is Disabled',
        'aws lambda update-event-source-mapping --uuid h-1 --enabled',
      ],
    ]);
    const missing = { ...aLake({}, { trouble: 'PROBLEM: timeout' }), failedBatches: 2 };
    expect(await unwell({ lake: async () => missing })).toEqual([
      ['historian: failed lately: PROBLEM: timeout', 'mailfold lake status'],
      ['historian: gave up on 2 batches of events', 'mailfold lake repair'],
    ]);
  });

  it('tells when nobody keeps it in order', async () => {
    expect(await unwell({ lake: async () => aLake({ problems: ['tidier-late'] }) })).toEqual([
      ['tidier: has not run for three hours', 'mailfold lake status'],
    ]);
    expect(await unwell({ lake: async () => aLake({ problems: ['objects-damaged'] }) })).toEqual([
      ['tidier: found files that cannot be read', 'mailfold lake status'],
    ]);
    const { state, findings } = await health({ lake: async () => aLake({ lastTidied: undefined }) });
    expect(state).toBe('well');
    expect(findings.find(({ what }) => what === 'tidier')).toMatchObject({ state: 'unknown' });
  });
});
