import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stats } from '../../app/stats.ts';
import { callApi } from '../support/api.ts';
import { commandLine } from '../support/command-line.ts';
import { lakeOf, type StackLake, storedByType } from '../support/lake.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';

let stack: LocalStackForTheCommandLine;
let lake: StackLake;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
  lake = lakeOf(stack);
  await send('ses', 'delivered', 'ana@example.com', 'l1');
  await send('ses', 'open', 'ana@example.com', 'l1');
  await send('ses', 'delivered', 'ben@gmail.com', 'l2');
  await send('ses', 'hard_bounce', 'gone@example.com', 'l3');
  await send('postmark', 'delivered', 'ana@example.com', 'l4');
  await stack.untilIdle();
  await lake.untilTold();
});
afterAll(() => stack?.stop());

async function send(provider: string, type: string, to: string, message: string): Promise<void> {
  const { exitCode, error } = await commandLine('send', provider, type, '--to', to, '--message', message);
  expect([exitCode, error]).toEqual([0, '']);
}

async function statsBy(dimension: string) {
  const answered = await stats(
    { days: 2, by: dimension },
    { analytics: lake.analytics, now: () => new Date() },
  );
  if (!answered.ok) throw new Error(answered.refusal.detail);
  return answered.value;
}

async function tidy(): Promise<void> {
  expect(await stack.schedule('MailfoldLakeTidier').run()).toMatchObject({ ok: true });
}

/** The notes of the tidier get older instead of the clock being turned. */
async function tidyAnHourLater(): Promise<void> {
  for await (const { key } of lake.objects.list('tidier/replaced/')) {
    const { at, ...note } = JSON.parse(new TextDecoder().decode(await lake.objects.read(key)));
    const earlier = new Date(Date.parse(at) - 3_600_000).toISOString();
    await lake.objects.write(key, new TextEncoder().encode(JSON.stringify({ ...note, at: earlier })));
  }
  await tidy();
}

/** As the tidier does when no file leads to the person any more. */
async function settleTombstones(): Promise<void> {
  for await (const { key } of lake.objects.list('forgotten/pending/')) {
    await lake.objects.write(key.replace('pending', 'settled'), new Uint8Array());
    await lake.objects.remove([key]);
  }
}

const status = async () => JSON.parse((await commandLine('lake', 'status', '--json')).out);

describe('an event', () => {
  it('is in the lake soon after it was sent, and counts in the statistics', async () => {
    const { total, by } = await statsBy('provider');
    expect(total.counts).toMatchObject({ sent: 4, delivered: 3, bounced: 1, opened: 1 });
    expect(by?.rows.map(({ group, figures }) => [group, figures.counts.sent])).toEqual([
      [{ type: 'named', name: 'ses' }, 3],
      [{ type: 'named', name: 'postmark' }, 1],
    ]);
  });

  it('has the dimensions that its provider tells with every event, and no others', async () => {
    const { by } = await statsBy('domain');
    // Postmark names the sender of a bounce only.
    expect(by?.rows.at(-1)).toMatchObject({ group: { type: 'not-told' }, figures: { counts: { sent: 1 } } });
  });
});

describe('GET /v1/stats', () => {
  const today = new Date().toISOString().slice(0, 10);

  it('answers what the use case answers', async () => {
    const reply = await callApi(stack, 'GET', '/v1/stats?days=2&by=provider&compare=true');
    const { before, ...answered } = reply.body;
    expect(reply.status).toBe(200);
    expect(before).toMatchObject({ counts: { attempted: 0 } });
    const expected = await statsBy('provider');
    expect(answered).toMatchObject({ total: expected.total, series: expected.series });
  });

  it('answers the same question from the earlier result, unless told not to', async () => {
    const asked = (path: string) => callApi(stack, 'GET', `/v1/stats?from=${today}&by=stream${path}`);
    const first = await asked('&maxAgeMinutes=60');
    await send('ses', 'delivered', 'cara@example.com', 'l0');
    await lake.until("message_id = 'l0'");
    expect(await asked('&maxAgeMinutes=60')).toEqual(first);
    expect((await asked('&maxAgeMinutes=0')).body).toMatchObject({ total: { counts: { sent: 5 } } });
  });

  it.each([
    ['from=2026-02-31', 'days-invalid'],
    ['days=401', 'days-invalid'],
    ['by=colour', 'dimension-unknown'],
    ['maxAgeMinutes=-1', 'age-invalid'],
    ['compare=perhaps', 'request-invalid'],
  ])('refuses ?%s as %s', async (query, code) => {
    expect(await callApi(stack, 'GET', `/v1/stats?${query}`)).toMatchObject({ status: 400, body: { code } });
  });
});

describe('the tidier', () => {
  it('changes no answer, and leaves a report', async () => {
    const before = await statsBy('mailbox');
    await tidy();
    expect(await statsBy('mailbox')).toEqual(before);
    expect(await status()).toMatchObject({
      lastTidied: { isComplete: true },
      failedBatches: 0,
      problems: [],
    });
  });
});

describe('mailfold lake', () => {
  it('status shows what is in the lake', async () => {
    const { exitCode, out } = await commandLine('lake', 'status');
    const today = new Date().toISOString().slice(0, 10);
    expect([exitCode, out]).toEqual([0, expect.stringContaining(today)]);
    expect(out).toMatch(/not written +nothing/);
  });

  it('status names the days that no question reaches, and that are not lost', async () => {
    const day = 'events/day=2009-02-03/new-1-';
    const [someKey = ''] = await lake.keys();
    const copy = `${day}${'0'.repeat(32)}.parquet`;
    await lake.objects.write(copy, (await lake.objects.read(someKey)) ?? new Uint8Array());
    const { exitCode, out } = await commandLine('lake', 'status');
    expect([exitCode, out]).toEqual([
      1,
      expect.stringMatching(/Events of 1 day are in the files and in no answer.*2009-02-03/s),
    ]);
    expect(await lake.ask("select count(*) from told where day = '2009-02-03'")).toEqual([[0]]);
    await lake.objects.remove([copy]);
    expect((await status()).problems).toEqual([]);
  });

  it('repair brings in exactly what is missing', async () => {
    const before = await lake.eventsByType();
    const [lost = ''] = await lake.keys();
    await lake.objects.remove([lost]);
    expect(await lake.eventsByType()).not.toEqual(before);
    const { exitCode, out } = await commandLine('lake', 'repair', '--since', '-1d');
    expect([exitCode, out]).toEqual([
      0,
      expect.stringMatching(/^6 events of the tables are in the lake now/),
    ]);
    expect(await lake.eventsByType()).toEqual(before);
  });

  it('repair refuses a time that cannot be read', async () => {
    expect(await commandLine('lake', 'repair', '--since', 'yesterday')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('expected a time such as 2026-01-31T12:00:00Z'),
    });
  });

  it('backfill fills an empty lake with what the stream had told, and twice is once', async () => {
    const questions = ['select * from events order by event', 'select * from sends order by unit'];
    const answers = async () => Promise.all(questions.map((sql) => lake.ask(sql)));
    const streamed = await answers();
    await lake.objects.remove(await lake.keys());
    expect(await lake.eventsByType()).toEqual({});
    await commandLine('lake', 'backfill');
    const filled = await lake.keys();
    expect(await answers()).toEqual(streamed);
    await commandLine('lake', 'backfill');
    expect(await lake.keys()).toEqual(filled);
    expect(await lake.eventsByType()).toEqual(await storedByType(stack));
  });
});

describe('mailfold forget', () => {
  it('leaves every count, and nothing in the lake that leads to the person, also when the historian and a repair tell of them again', async () => {
    const counted = await statsBy('mailbox');
    const types = await lake.eventsByType();
    const [[person]] = (await lake.ask("select person from events where message_id = 'l4'")) as [[bigint]];
    const rowsOfPerson = `select count(*) from told where person = ${person} or message_id in ('l1', 'l4')`;
    expect(await lake.ask(rowsOfPerson)).not.toEqual([[0]]);
    const eventRows = (await stack.rows()).filter(
      ({ messageId, sortKey }) => messageId === 'l4' && String(sortKey).startsWith('E#'),
    );

    const { exitCode, out } = await commandLine('forget', 'Ana@example.com', '--because', 'asked', '--yes');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/The lake keeps 3 events for its counts/);
    await tidyAnHourLater();
    expect(await lake.ask(rowsOfPerson)).toEqual([[0]]);
    expect((await statsBy('mailbox')).total).toEqual(counted.total);
    expect(await lake.eventsByType()).toEqual(types);
    expect((await status()).peopleBeingForgotten).toBe(1);
    const again = await commandLine('forget', 'ana@example.com', '--because', 'asked', '--yes');
    expect(again).toMatchObject({ exitCode: 1, out: 'Nothing is stored about this address.\n' });

    // Long after, the rows are stored again, as a redriven dead letter would be: the historian and a repair tell of the person.
    await settleTombstones();
    for (const Item of eventRows)
      await stack.dynamoDb.send(new PutCommand({ TableName: stack.messagesTable, Item }));
    await lake.until("message_id = 'l4'");
    expect((await commandLine('lake', 'repair')).exitCode).toBe(0);
    expect(await lake.ask(rowsOfPerson)).not.toEqual([[0]]);
    await tidy();
    await tidyAnHourLater();
    expect(await lake.ask(rowsOfPerson)).toEqual([[0]]);
    expect(await lake.eventsByType()).toEqual(types);
  });
});
