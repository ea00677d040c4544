import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { SuppressedAddress } from '../../../app/export-suppressions.ts';
import { openInput } from '../../../cli/files/open-input.ts';
import { openList } from '../../../cli/transfer/open-list.ts';
import { writeIntake } from '../../../cli/transfer/write-intake.ts';
import { defaultSettings, foldSuppression } from '../../../core/fold-suppression.ts';
import { toAddress, toEventId } from '../../../core/ids.ts';
import { momentFromText } from '../../../core/moment.ts';
import type { Cause, Evidence } from '../../../core/suppression.ts';
import { namesWithSuppressionIntake, suppressionIntakeOf } from '../../../providers/suppression-intakes.ts';

const root = mkdtempSync(join(tmpdir(), 'mailfold-intake-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

function suppressed(address: string, ...causes: (Partial<Evidence> & { cause: Cause })[]): SuppressedAddress {
  const history = causes.map(
    (over): Evidence => ({
      type: 'evidence',
      address: toAddress(address),
      scope: '*',
      occurredAt: momentFromText('2026-01-01T00:00:00Z'),
      id: toEventId(encodeURIComponent(`${address}-${over.cause}`)),
      ...over,
    }),
  );
  const settings = { ...defaultSettings, softBounceCap: 1 };
  return { address: toAddress(address), ...foldSuppression(history, settings) };
}

const everyone = [
  suppressed(
    'ana@example.com',
    { cause: 'complaint' },
    { cause: 'hard_bounce', diagnostic: '550 no,\r\nuser' },
  ),
  suppressed('ben@example.com', { cause: 'unsubscribe' }, { cause: 'unsubscribe', scope: '12' }),
  suppressed('cleo@example.com', { cause: 'manual', because: 'asked', undated: true }),
  suppressed('dan@example.com', { cause: 'dropped', diagnostic: 'listed' }),
  suppressed('eve@example.com', { cause: 'soft_bounce' }),
  suppressed('fay@example.com', { cause: 'unsubscribe', scope: 'News & more' }),
];

async function* each<Item>(items: Iterable<Item>) {
  yield* items;
}

async function write(
  provider: string,
  people: Iterable<SuppressedAddress> = everyone,
  recast: [Cause, Cause][] = [],
) {
  const intake = await suppressionIntakeOf(provider);
  if (!intake) throw new Error(`${provider} has no intake`);
  folders += 1;
  const folder = join(root, String(folders));
  const report = await writeIntake(each(people), intake, { folder, recast: new Map(recast) });
  const files = Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n'),
    ]),
  );
  const leftOut: Record<string, number> = {};
  for (const { cause, rows } of report.leftOut) leftOut[cause] = (leftOut[cause] ?? 0) + rows;
  return { folder, report, files, leftOut };
}

describe('files for a provider', () => {
  it('have no address that would be the one of somebody else without its control characters', async () => {
    const { files, report } = await write('sendgrid', [
      suppressed('\u202eevil@example.com', { cause: 'hard_bounce' }),
    ]);
    expect(files).toEqual({});
    expect(report.leftOut).toEqual([
      { cause: 'hard_bounce', why: 'its address has control characters', rows: 1 },
    ]);
  });

  it('are global and group unsubscribes for SendGrid', async () => {
    const { files, leftOut } = await write('sendgrid');
    expect(files).toEqual({
      'global-unsubscribes.jsonl':
        '{"recipient_emails":["ana@example.com","ben@example.com","cleo@example.com","dan@example.com"]}\n',
      'group-12.csv': 'email\nben@example.com\n',
    });
    expect(leftOut).toEqual({ soft_bounce: 1, unsubscribe: 1 });
  });

  it('are a list without header for SES, which has no other reasons than bounce and complaint', async () => {
    const { files, leftOut } = await write('ses');
    expect(files).toEqual({
      'suppression-list.csv': 'ana@example.com,COMPLAINT\ndan@example.com,BOUNCE\n',
    });
    expect(leftOut).toEqual({ unsubscribe: 3, manual: 1, soft_bounce: 1 });
    const recast = await write('ses', everyone, [
      ['manual', 'hard_bounce'],
      ['soft_bounce', 'hard_bounce'],
    ]);
    expect(recast.files['suppression-list.csv']).toContain('cleo@example.com,BOUNCE\n');
    expect(recast.leftOut).toEqual({ unsubscribe: 3 });
  });

  it('are bodies of at most fifty addresses per stream for Postmark', async () => {
    const many = Array.from({ length: 51 }, (_, index) =>
      suppressed(`p${index}@example.com`, { cause: 'manual' }),
    );
    const { files, report } = await write('postmark', [...many, ...everyone]);
    const bodies = files['every-stream.jsonl']
      ?.trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(bodies?.map(({ Suppressions }) => Suppressions.length)).toEqual([50, 5]);
    expect(bodies?.[0].Suppressions[0]).toEqual({ EmailAddress: 'p0@example.com' });
    expect(files['stream-News_20_26_20more.jsonl']).toBe(
      '{"Suppressions":[{"EmailAddress":"fay@example.com"}]}\n',
    );
    expect(report.files.map(({ rows }) => rows)).toEqual([55, 1, 1]);
    expect(report.files[0]?.howTo).toContain(
      `post each line of ${report.files[0]?.file} to https://api.postmark`,
    );
  });

  it('are three lists with causes and times for Mailgun', async () => {
    const { files, leftOut } = await write('mailgun');
    const date = '"Thu, 01 Jan 2026 00:00:00 UTC"';
    expect(files).toEqual({
      'complaints.csv': `address,created_at\nana@example.com,${date}\n`,
      'bounces.csv': `address,code,error,created_at\nana@example.com,550,"550 no, user",${date}\ndan@example.com,550,dropped: listed,${date}\n`,
      'unsubscribes.csv': `address,tags,created_at\nben@example.com,*,${date}\nben@example.com,12,${date}\ncleo@example.com,*,\nfay@example.com,News & more,${date}\n`,
    });
    expect(leftOut).toEqual({ soft_bounce: 1 });
  });

  it('is one list of addresses for Resend', async () => {
    const { files, leftOut } = await write('resend');
    expect(files).toEqual({
      'suppressions.csv': 'email\nana@example.com\ncleo@example.com\ndan@example.com\n',
    });
    expect(leftOut).toEqual({ soft_bounce: 1, unsubscribe: 3 });
  });

  it('are several when the provider limits the rows of a file', async () => {
    function* many() {
      for (let index = 0; index < 100_001; index += 1)
        yield suppressed(`p${index}@example.com`, { cause: 'complaint' });
    }
    const { files, report } = await write('ses', many());
    expect(Object.keys(files)).toEqual(['suppression-list-2.csv', 'suppression-list.csv']);
    expect(report.files.map(({ rows }) => rows)).toEqual([100_000, 1]);
    expect(files['suppression-list-2.csv']).toBe('p100000@example.com,COMPLAINT\n');
  });

  it('are one list for each kind of mail for SparkPost', async () => {
    const { files, leftOut } = await write('sparkpost', [
      ...everyone,
      suppressed('gil@example.com', { cause: 'unsubscribe', scope: 'non_transactional' }),
    ]);
    const rows = (type: string) =>
      `recipient,type,description\nana@example.com,${type},complaint\nben@example.com,${type},unsubscribe\ncleo@example.com,${type},manual asked\ndan@example.com,${type},dropped listed\n`;
    expect(files).toEqual({
      'transactional.csv': rows('transactional'),
      'non_transactional.csv': `${rows('non_transactional')}gil@example.com,non_transactional,unsubscribe\n`,
    });
    expect(leftOut).toEqual({ soft_bounce: 1, unsubscribe: 2 });
  });

  it('are bodies for Brevo, for campaigns or for one sender', async () => {
    const { files, leftOut } = await write('brevo', [
      suppressed('ana@example.com', { cause: 'hard_bounce' }, { cause: 'complaint' }),
      suppressed('ben@example.com', { cause: 'unsubscribe', scope: 'news@example.com' }),
      suppressed('cleo@example.com', { cause: 'unsubscribe', scope: '12' }),
    ]);
    expect(files).toEqual({
      'contacts.jsonl': '{"email":"ana@example.com","emailBlacklisted":true,"updateEnabled":true}\n',
      'sender-news_40example.com.jsonl':
        '{"email":"ben@example.com","smtpBlacklistSender":["news@example.com"],"updateEnabled":true}\n',
    });
    expect(leftOut).toEqual({ unsubscribe: 1 });
  });

  it('are plain addresses for Mailjet, and for Mandrill by subaccount', async () => {
    const addresses = ['ana', 'ben', 'cleo', 'dan'].map((name) => `${name}@example.com\n`).join('');
    expect((await write('mailjet')).files).toEqual({ 'exclusion-list.csv': `${addresses}fay@example.com\n` });
    expect((await write('mandrill')).files).toEqual({
      'denylist.csv': addresses,
      'denylist-12.csv': 'ben@example.com\n',
      'denylist-News_20_26_20more.csv': 'fay@example.com\n',
    });
  });

  it('are bodies for each list of MailerSend', async () => {
    const { files, leftOut } = await write('mailersend');
    const body = (...recipients: string[]) => `${JSON.stringify({ domain_id: 'DOMAIN_ID', recipients })}\n`;
    expect(files).toEqual({
      'spam-complaints.jsonl': body('ana@example.com'),
      'hard-bounces.jsonl': body('ana@example.com', 'dan@example.com'),
      'unsubscribes.jsonl': body('ben@example.com'),
      'blocklist.jsonl': body('cleo@example.com'),
    });
    expect(leftOut).toEqual({ unsubscribe: 2, soft_bounce: 1 });
  });

  it('are never written over others, and only their owner can read them', async () => {
    const { folder, report } = await write('resend');
    expect(statSync(report.files[0]?.file ?? '').mode & 0o777).toBe(0o600);
    const intake = await suppressionIntakeOf('resend');
    if (!intake) throw new Error('no intake');
    await expect(writeIntake(each(everyone), intake, { folder, recast: new Map() })).rejects.toThrow(
      'exists already; choose another folder with --output',
    );
  });

  it('are read back by an import, with the causes and times that the provider keeps', async () => {
    const { folder } = await write('mailgun');
    const rows = [];
    for (const name of ['bounces.csv', 'complaints.csv', 'unsubscribes.csv']) {
      const list = await openList(await openInput(join(folder, name)), {
        causes: { ofWord: new Map() },
        map: new Map(),
        ignoreColumns: false,
        now: new Date(),
      });
      for await (const row of list.rows(() => {}))
        rows.push(
          'fields' in row ? [row.fields.address, row.fields.cause, row.fields.scope, row.fields.since] : row,
        );
    }
    const since = '2026-01-01T00:00:00.000Z';
    expect(rows).toEqual([
      ['ana@example.com', 'hard_bounce', '*', since],
      ['dan@example.com', 'hard_bounce', '*', since],
      ['ana@example.com', 'complaint', '*', since],
      ['ben@example.com', 'unsubscribe', '*', since],
      ['ben@example.com', 'unsubscribe', '12', since],
      ['cleo@example.com', 'unsubscribe', '*', ''],
      ['fay@example.com', 'unsubscribe', 'News & more', since],
    ]);
  });

  it.each(namesWithSuppressionIntake)(
    'say for %s what to do with them, and what is lost',
    async (provider) => {
      const { report } = await write(provider);
      const intake = await suppressionIntakeOf(provider);
      expect(intake?.loses).toMatch(/^[a-z].*[^.]$/);
      for (const { file, howTo, rows } of report.files) {
        expect(howTo).toContain(file);
        expect(rows).toBeGreaterThan(0);
      }
      for (const { why } of report.leftOut) expect(why).toMatch(/[^.]$/);
    },
  );
});
