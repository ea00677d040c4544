import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { GivenRow } from '../../../app/import-suppressions.ts';
import { openInput } from '../../../cli/files/open-input.ts';
import { readCauses } from '../../../cli/transfer/given-causes.ts';
import { openList } from '../../../cli/transfer/open-list.ts';
import { readColumnMap } from '../../../cli/transfer/own-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'mailfold-lists-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Given = { from?: string; cause?: string[]; scope?: string; map?: string[]; ignoreColumns?: boolean };

async function read(name: string, content: string | object, given: Given = {}) {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  const { from, scope, cause = [], map = [], ignoreColumns = false } = given;
  const list = await openList(await openInput(path), {
    ...(from !== undefined && { from }),
    ...(scope !== undefined && { scope }),
    causes: readCauses(cause),
    map: readColumnMap(map),
    ignoreColumns,
    now: new Date('2026-06-01T00:00:00Z'),
  });
  const rows: GivenRow[] = [];
  for await (const row of list.rows(() => {})) rows.push(row);
  const [row] = rows;
  return {
    title: list.reader.title,
    rows,
    isPart: list.isPart(),
    fields: row && 'fields' in row ? filled(row.fields) : row,
  };
}

function filled(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

const bounces = 'status,reason,email,created\n5.1.1,"550 5.1.1 no, such\nuser",Ana@example.com,1767225600\n';
const since = '2026-01-01T00:00:00.000Z';
const ana = { address: 'Ana@example.com', scope: '*', since };

/** Rows as in the files that docs/moving-in.md names. */
const filesOfThePage: Readonly<Record<string, string>> = {
  'suppression_bounces.csv': bounces,
  'suppression_blocks.csv': bounces,
  'suppression_invalid_emails.csv': 'reason,email,created\nx,Ana@example.com,1767225600',
  'suppression_spam_reports.csv': 'ip,email,created\n192.0.2.1,Ana@example.com,1767225600',
  'suppression_unsubscribes.csv': 'email,created\nAna@example.com,1767225600',
  'asm_groups_ID_suppressions.csv': 'email,created\nAna@example.com,1767225600',
  'rejects.csv':
    'email,reason,detail,created_at,expires_at,last_event_at\nAna@example.com,unsub,,2026-01-01 00:00:00,,2026-01-01 00:00:00',
};

describe('a file that docs/moving-in.md names', () => {
  const page = readFileSync(new URL('../../../docs/moving-in.md', import.meta.url), 'utf8');
  const [, ofEachProvider = ''] = page.split('## For each provider');
  const named = [...ofEachProvider.matchAll(/`(\w+\.csv)`/g)].map(([, name = '']) => name);

  it.each([...new Set(named)])('means the same with and without its provider: %s', async (page) => {
    const content = filesOfThePage[page];
    if (content === undefined) throw new Error(`${page} is not among the files of this test`);
    const name = page.replace('ID', '4711');
    const provider = page === 'rejects.csv' ? 'mandrill' : 'sendgrid';
    const alone = await read(name, content);
    expect(alone.fields).toMatchObject({ provider });
    expect(await read(name, content, { from: provider })).toEqual(alone);
    expect(await read(name, content, { from: provider, ignoreColumns: true })).toEqual(alone);
  });

  it('is one of several', () => {
    expect(new Set(named)).toEqual(new Set(Object.keys(filesOfThePage)));
  });
});

describe('a list of suppressed addresses', () => {
  it.each([
    [
      'suppression_bounces (1).csv',
      bounces,
      'bounces of SendGrid',
      { ...ana, provider: 'sendgrid', cause: 'hard_bounce', diagnostic: '550 5.1.1 no, such\nuser' },
    ],
    [
      'suppression_blocks.csv',
      bounces,
      'blocks of SendGrid',
      { ...ana, provider: 'sendgrid', cause: 'soft_bounce', diagnostic: '550 5.1.1 no, such\nuser' },
    ],
    [
      'suppression_invalid_emails.csv',
      'reason,email,created\nMail domain mentioned is unknown,Ana@example.com,1767225600',
      'invalid emails of SendGrid',
      {
        ...ana,
        provider: 'sendgrid',
        cause: 'hard_bounce',
        diagnostic: 'Mail domain mentioned is unknown',
      },
    ],
    [
      'suppression_spam_reports.csv',
      'ip,email,created\n192.0.2.1,Ana@example.com,1767225600',
      'spam reports of SendGrid',
      { ...ana, provider: 'sendgrid', cause: 'complaint' },
    ],
    [
      'suppression_unsubscribes.csv',
      'email,created\nAna@example.com,1767225600',
      'global unsubscribes of SendGrid',
      { ...ana, provider: 'sendgrid', cause: 'unsubscribe' },
    ],
    [
      'asm_groups_4711_suppressions.csv',
      'email,created_at\nAna@example.com,1767225600',
      'unsubscribes of a group of SendGrid',
      { ...ana, provider: 'sendgrid', cause: 'unsubscribe', scope: '4711' },
    ],
    [
      'groups.json',
      [{ email: 'Ana@example.com', group_id: 12, group_name: 'News', created_at: 1767225600 }],
      'unsubscribes of all groups of SendGrid',
      { ...ana, provider: 'sendgrid', cause: 'unsubscribe', scope: '12' },
    ],
    [
      'page.json',
      {
        SuppressedDestinationSummaries: [
          {
            EmailAddress: 'Ana@example.com',
            Reason: 'COMPLAINT',
            LastUpdateTime: '2026-01-01T01:00:00+01:00',
          },
        ],
      },
      'account suppression list of SES',
      { ...ana, provider: 'ses', cause: 'complaint' },
    ],
    [
      'dump.json',
      {
        Suppressions: [
          {
            EmailAddress: 'Ana@example.com',
            SuppressionReason: 'HardBounce',
            Origin: 'Recipient',
            CreatedAt: '2025-12-31T19:00:00-05:00',
          },
        ],
      },
      'suppressions of a message stream of Postmark',
      { ...ana, provider: 'postmark', cause: 'hard_bounce' },
    ],
    [
      'console.csv',
      'Email Address;Suppression Reason;Origin;Created At\nAna@example.com;SpamComplaint;Recipient;2026-01-01T00:00:00Z\n',
      'suppressions of a message stream of Postmark',
      { ...ana, provider: 'postmark', cause: 'complaint' },
    ],
    [
      'anything.csv',
      'address,code,error,created_at\nAna@example.com,550,No such mailbox,"Thu, 01 Jan 2026 00:00:00 UTC"\n',
      'bounces of Mailgun',
      { ...ana, provider: 'mailgun', cause: 'hard_bounce', diagnostic: '550 No such mailbox' },
    ],
    [
      'example.com-complaints.csv',
      'address,code,error,created_at,MessageHash\nAna@example.com,,,"Thu, 01 Jan 2026 00:00:00 UTC",\n',
      'complaints of Mailgun',
      { ...ana, provider: 'mailgun', cause: 'complaint' },
    ],
    [
      'unsubscribes.json',
      {
        items: [{ address: 'Ana@example.com', tags: ['*'], created_at: 'Thu, 01 Jan 2026 00:00:00 UTC' }],
        paging: { next: 'https://api.mailgun.net/x' },
      },
      'unsubscribes of Mailgun',
      { ...ana, provider: 'mailgun', cause: 'unsubscribe' },
    ],
    [
      'list.json',
      {
        object: 'list',
        has_more: false,
        data: [
          {
            id: 'x',
            email: 'Ana@example.com',
            origin: 'bounce',
            source_id: 'mail-1',
            created_at: '2026-01-01 00:00:00.000+00',
          },
        ],
      },
      'suppressions of Resend',
      { ...ana, provider: 'resend', cause: 'hard_bounce', message: 'mail-1' },
    ],
    [
      'answer.json',
      {
        results: [
          {
            recipient: 'Ana@example.com',
            type: 'non_transactional',
            source: 'Spam Complaint',
            created: '2026-01-01T00:00:00+00:00',
            updated: '2026-02-01T00:00:00+00:00',
          },
        ],
        links: [],
        total_count: 1,
      },
      'suppression list of SparkPost',
      { ...ana, provider: 'sparkpost', cause: 'complaint' },
    ],
    [
      'dump.csv',
      'recipient,type,source,description,created,updated,subaccount_id\nAna@example.com,non_transactional,Unsubscribe Link,,2026-01-01T00:00:00Z,,0\n',
      'suppression list of SparkPost',
      { ...ana, provider: 'sparkpost', cause: 'unsubscribe', scope: 'non_transactional' },
    ],
    [
      'lines.jsonl',
      '{"recipient":"Ana@example.com","type":"transactional","source":"Manually Added","description":"asked","created":"2026-01-01T00:00:00Z","list_id":"news","subaccount_id":7}\n',
      'suppression list of SparkPost',
      { ...ana, provider: 'sparkpost', cause: 'manual', scope: 'news', diagnostic: 'asked' },
    ],
    [
      'contacts.json',
      {
        Count: 1,
        Data: [
          {
            Email: 'Ana@example.com',
            ID: 7,
            IsExcludedFromCampaigns: false,
            IsSpamComplaining: true,
            ExclusionFromCampaignsUpdatedAt: '2026-01-01T00:00:00Z',
          },
        ],
        Total: 1,
      },
      'contacts of Mailjet',
      { ...ana, provider: 'mailjet', cause: 'complaint' },
    ],
    [
      'blocked.json',
      {
        count: 1,
        contacts: [
          {
            email: 'Ana@example.com',
            senderEmail: 'news@example.com',
            reason: { code: 'unsubscribedViaEmail', message: 'Unsubscribed via e-mail' },
            blockedAt: '2026-01-01T00:00:00.000Z',
          },
        ],
      },
      'blocked contacts of Brevo',
      {
        ...ana,
        provider: 'brevo',
        cause: 'unsubscribe',
        scope: 'news@example.com',
        diagnostic: 'Unsubscribed via e-mail',
      },
    ],
    [
      'log.csv',
      'st_text,ts,sub,frm,email,tag,mid,link\nHard bounce,01-01-2026 00:00:00,Hi,x@example.com,Ana@example.com,NA,<m1@mail>,NA\n',
      'log of transactional mail of Brevo',
      { ...ana, provider: 'brevo', cause: 'hard_bounce', message: 'm1@mail' },
    ],
    [
      'rejects.csv',
      'email,reason,detail,created_at,expires_at,last_event_at,expires_at,subaccount\nAna@example.com,unsub,,"2026-01-01 00:00:00.0000",,"2026-01-01 00:00:00",,shop\n',
      'rejection denylist of Mandrill',
      { ...ana, provider: 'mandrill', cause: 'unsubscribe', scope: 'shop' },
    ],
    [
      'bounces.json',
      {
        data: [
          {
            id: 'x',
            reason: 'mailbox unavailable',
            created_at: '2026-01-01T00:00:00.000000Z',
            recipient: { id: 'r', email: 'Ana@example.com' },
          },
        ],
        links: { first: 'https://a', next: null },
        meta: {},
      },
      'hard bounces of MailerSend',
      { ...ana, provider: 'mailersend', cause: 'hard_bounce', diagnostic: 'mailbox unavailable' },
    ],
  ])('is recognised by its columns and its name: %s', async (name, content, title, fields) => {
    expect(await read(name, content)).toMatchObject({ title, isPart: false });
    expect((await read(name, content)).fields).toEqual(fields);
  });

  it('has one row for each tag that somebody left, and each page of several documents', async () => {
    const unsubscribe = {
      address: 'a@example.com',
      tags: ['x', 'y', 'x'],
      created_at: '2026-01-01T00:00:00Z',
    };
    const { rows } = await read('u.json', { items: [unsubscribe] });
    expect(rows.map((row) => 'fields' in row && row.fields.scope)).toEqual(['x', 'y']);
    const page = (address: string, more: object) =>
      JSON.stringify({
        SuppressedDestinationSummaries: [
          { EmailAddress: address, Reason: 'BOUNCE', LastUpdateTime: 1767225600.123 },
        ],
        ...more,
      });
    const pages = `${page('a@example.com', { NextToken: 'x' })}\n${page('b@example.com', {})}`;
    expect(await read('pages.json', pages)).toMatchObject({ rows: [{}, {}], isPart: false });
    expect(await read('page.json', page('a@example.com', { NextToken: 'x' }))).toMatchObject({
      isPart: true,
    });
  });

  it('leaves out what the provider does not hold against an address any more, or never did', async () => {
    const rejects = (expires: string) =>
      `email,reason,detail,created_at,expires_at,last_event_at\na@example.com,hard-bounce,x,2026-01-01 00:00:00,${expires},2026-01-01 00:00:00\n`;
    expect((await read('rejects.csv', rejects('2026-05-31 23:59:59'))).fields).toMatchObject({
      leftOut: expect.stringContaining('expired'),
    });
    expect((await read('rejects.csv', rejects('2026-06-01 00:00:01'))).fields).toMatchObject({
      cause: 'hard_bounce',
    });
    const log = 'st_text,ts,email,mid\nDelivered,01-01-2026 00:00:00,a@example.com,m\n';
    expect((await read('log.csv', log)).fields).toMatchObject({ leftOut: expect.any(String) });
    const italian = log.replace('Delivered', 'Rimbalzo');
    expect((await read('log.csv', italian)).fields).toMatchObject({ lacks: 'cause', word: 'Rimbalzo' });
    const blocklist = (type: string, pattern: string) => ({
      data: [{ id: 'x', type, pattern, created_at: '2026-01-01T00:00:00Z', updated_at: '', domain: {} }],
    });
    expect((await read('b.json', blocklist('pattern', '*@example.com'))).fields).toMatchObject({
      leftOut: 'patterns, which are not addresses',
    });
    expect((await read('b.json', blocklist('exact', 'a@example.com'))).fields).toMatchObject({
      cause: 'manual',
      address: 'a@example.com',
    });
  });

  it('asks for the stream and the cause of what holds for campaigns only', async () => {
    const contacts = (excluded: boolean) => ({
      Data: [{ Email: 'a@example.com', IsExcludedFromCampaigns: excluded }],
    });
    expect((await read('c.json', contacts(false))).fields).toMatchObject({ leftOut: expect.any(String) });
    expect((await read('c.json', contacts(true))).fields).toMatchObject({ lacks: 'cause' });
    const cause = ['unsubscribe'];
    expect((await read('c.json', contacts(true), { cause })).fields).toMatchObject({ lacks: 'scope' });
    expect((await read('c.json', contacts(true), { cause, scope: 'news' })).fields).toMatchObject({
      cause: 'unsubscribe',
      scope: 'news',
    });
  });

  it('can be one page of several', async () => {
    const sparkpost = {
      results: [{ recipient: 'a@example.com', type: 'transactional', source: 'Bounce Rule' }],
      links: [{ href: '/api/v1/suppression-list?cursor=x', rel: 'next' }],
    };
    expect(await read('p.json', sparkpost)).toMatchObject({ isPart: true });
    const mailersend = {
      data: [{ id: 'x', created_at: '2026-01-01T00:00:00Z', recipient: { email: 'a@example.com' } }],
      links: { next: 'https://api.mailersend.com/v1/suppressions/spam-complaints?page=2' },
    };
    expect(await read('p.json', mailersend)).toMatchObject({
      title: 'spam complaints of MailerSend',
      isPart: true,
    });
  });

  it('needs a cause where its columns are those of several lists', async () => {
    await expect(read('list.csv', bounces)).rejects.toThrow(
      /several lists: bounces of SendGrid, blocks of SendGrid; add --cause hard_bounce or --cause soft_bounce$/,
    );
    expect(await read('list.csv', bounces, { cause: ['soft_bounce'] })).toMatchObject({
      title: 'blocks of SendGrid',
    });
  });

  it('with few and common columns is not guessed', async () => {
    const complaints = 'address,created_at\na@example.com,2026-01-01T00:00:00Z\n';
    await expect(read('list.csv', complaints)).rejects.toThrow(
      'these columns are those of the complaints of Mailgun, but other lists have them too; add --from mailgun',
    );
    await expect(read('list.csv', complaints, { from: 'mailgun' })).rejects.toThrow(
      /complaints of Mailgun, unsubscribes of Mailgun; add --cause complaint or --cause unsubscribe$/,
    );
    expect(await read('list.csv', complaints, { from: 'mailgun', cause: ['complaint'] })).toMatchObject({
      title: 'complaints of Mailgun',
    });
  });

  it('of one group is never read as a list for all mail because somebody named the provider', async () => {
    const twoColumns = 'email,created\nAna@example.com,1767225600\n';
    const group = { title: 'unsubscribes of a group of SendGrid', fields: { scope: '123' } };
    for (const given of [{}, { from: 'sendgrid' }, { from: 'sendgrid', cause: ['unsubscribe'] }])
      expect(await read('asm_groups_123_suppressions.csv', twoColumns, given)).toMatchObject(group);
    const renamed = (given: Given) => read('copy.csv', twoColumns, { from: 'sendgrid', ...given });
    await expect(renamed({})).rejects.toThrow(
      /global unsubscribes of SendGrid, unsubscribes of a group of SendGrid; add --scope NAME for the list of one group, or --scope "\*" for all mail$/,
    );
    expect(await renamed({ scope: '123' })).toMatchObject(group);
    expect(await renamed({ scope: '*' })).toMatchObject({
      title: 'global unsubscribes of SendGrid',
      fields: { scope: '*' },
    });
  });

  it('of people who left Mailgun’s mail is never a list of complaints', async () => {
    const plain = 'address,created_at\nAna@example.com,2026-01-01T00:00:00Z\n';
    const left = { title: 'unsubscribes of Mailgun', fields: { cause: 'unsubscribe', scope: 'news' } };
    for (const given of [{ from: 'mailgun' }, {}])
      expect(await read('example.com_unsubscribes.csv', plain, { ...given, scope: 'news' })).toMatchObject(
        left,
      );
    expect((await read('example.com_unsubscribes.csv', plain)).fields).toEqual({ line: 2, lacks: 'scope' });
    expect(
      await read('list.csv', plain, { from: 'mailgun', cause: ['unsubscribe'], scope: 'news' }),
    ).toMatchObject(left);
    const older = plain.replace('address,', 'address,tag,').replace('Ana@example.com,', '$&news,');
    for (const given of [{}, { from: 'mailgun' }, { from: 'mailgun', ignoreColumns: true }])
      expect(await read('list.csv', older, given)).toMatchObject(left);
  });

  it('of Mailgun’s script is asked for its cause, unless the file is named for it', async () => {
    const script = 'address,code,error,created_at,MessageHash\na@b.c,,,2026-01-01T00:00:00Z,\n';
    await expect(read('list.csv', script)).rejects.toThrow(
      /add --cause hard_bounce or --cause complaint or --cause unsubscribe$/,
    );
    expect(await read('bounces.csv', script)).toMatchObject({ title: 'bounces of Mailgun' });
    expect(await read('bounces.csv', script, { from: 'mailgun' })).toMatchObject({
      title: 'bounces of Mailgun',
    });
  });

  it.each([
    ['suppression_spam_reports.csv', 'ip,email,created\n', 'manual', 'spam reports of SendGrid (complaint)'],
    ['suppression_bounces.csv', bounces, 'complaint', 'bounces of SendGrid (hard_bounce)'],
    ['suppression_bounces.csv', bounces, 'soft_bounce', 'bounces of SendGrid (hard_bounce)'],
    ['suppression_blocks.csv', bounces, 'hard_bounce', 'blocks of SendGrid (soft_bounce)'],
    ['unsubscribes.csv', 'address,created_at\n', 'complaint', 'unsubscribes of Mailgun (unsubscribe)'],
    [
      'list.csv',
      bounces,
      'manual',
      'bounces of SendGrid (hard_bounce) or the blocks of SendGrid (soft_bounce)',
    ],
  ])('is refused if somebody names another cause: %s with %j', async (name, content, cause, list) => {
    await expect(read(name, `${content}a\n`, { cause: [cause] })).rejects.toThrow(
      `--cause ${cause} contradicts the file, which by its columns and its name is the ${list}`,
    );
  });

  it('is refused if it is named for a list with another cause than its columns', async () => {
    const columns = 'address,code,error,created_at\na@b.c,550,x,2026-01-01T00:00:00Z\n';
    await expect(read('complaints.csv', columns)).rejects.toThrow(
      'by its name this is the complaints of Mailgun (complaint), but its columns are those of the bounces of Mailgun (hard_bounce); rename the file',
    );
  });

  it('asks for the stream of what people chose, and not of what happened to mail', async () => {
    const dump = (reason: string, origin: string) => ({
      Suppressions: [
        {
          EmailAddress: 'a@b.c',
          SuppressionReason: reason,
          Origin: origin,
          CreatedAt: '2026-01-01T00:00:00Z',
        },
      ],
    });
    const left = dump('ManualSuppression', 'Recipient');
    expect((await read('dump.json', left)).fields).toEqual({ line: 1, lacks: 'scope' });
    expect((await read('dump.json', left, { scope: 'news' })).fields).toMatchObject({
      cause: 'unsubscribe',
      scope: 'news',
    });
    expect(
      (await read('dump.json', dump('HardBounce', 'Recipient'), { scope: 'news' })).fields,
    ).toMatchObject({
      scope: '*',
    });
    expect(
      (await read('dump.json', dump('ManualSuppression', 'Customer'), { scope: '*' })).fields,
    ).toMatchObject({
      cause: 'manual',
      scope: '*',
    });
  });

  it('can have a word for a cause that nobody knows yet', async () => {
    const page = {
      SuppressedDestinationSummaries: [
        { EmailAddress: 'a@b.c', Reason: 'POLICY', LastUpdateTime: 1767225600 },
      ],
    };
    expect((await read('x.json', page)).fields).toEqual({ line: 1, lacks: 'cause', word: 'POLICY' });
    expect((await read('x.json', page, { cause: ['policy=manual'] })).fields).toMatchObject({
      cause: 'manual',
    });
  });

  it('in our own columns needs a cause, from the file or from the user', async () => {
    await expect(read('own.csv', 'address\na@b.c\n')).rejects.toThrow('does not say why');
    expect((await read('own.csv', 'a@b.c\nd@e.f\n', { cause: ['manual'] })).rows).toMatchObject([
      { line: 1, fields: { address: 'a@b.c', cause: 'manual' } },
      { line: 2, fields: { address: 'd@e.f', cause: 'manual' } },
    ]);
    const own = 'address,cause\na@b.c,complaint\nd@e.f,\ng@h.i,Bounced\n';
    expect((await read('own.csv', own, { cause: ['manual', 'bounced=hard_bounce'] })).rows).toMatchObject([
      { fields: { cause: 'complaint' } },
      { fields: { cause: 'manual' } },
      { fields: { cause: 'hard_bounce' } },
    ]);
    expect((await read('own.csv', own)).rows).toMatchObject([
      {},
      { line: 3, lacks: 'cause' },
      { line: 4, lacks: 'cause', word: 'Bounced' },
    ]);
  });

  it('that was never seen before is read when its columns are explained', async () => {
    const strange = 'E-Mail,Type,Date,Notes\nana@example.com,Bounced,"Thu, 01 Jan 2026 00:00:00 UTC",x\n';
    const map = ['E-Mail=address', 'Type=cause', 'Date=since'];
    const cause = ['Bounced=hard_bounce'];
    await expect(read('s.csv', strange, { map, cause })).rejects.toThrow(
      'not understood: Notes; say what they mean with --map COLUMN=MEANING, or leave them out with --ignore-columns',
    );
    expect(
      (await read('s.csv', strange, { map, cause, ignoreColumns: true, from: 'sesmetric' })).fields,
    ).toEqual({
      address: 'ana@example.com',
      cause: 'hard_bounce',
      provider: 'sesmetric',
      since: 'Thu, 01 Jan 2026 00:00:00 UTC',
    });
    await expect(read('s.csv', strange, { map: ['Mail=address'] })).rejects.toThrow(
      '--map names a column that the file does not have: mail; found the columns E-Mail, Type, Date, Notes',
    );
    expect(() => readColumnMap(['Mail=adress'])).toThrow('expected a column of the file and what it means');
    expect(() => readCauses(['bounce'])).toThrow('expected a cause (complaint');
  });

  it('that is not known is refused with what was expected and found', async () => {
    await expect(read('x.csv', 'status,reason,email,created,extra\n')).rejects.toThrow(
      /closest is the bounces of SendGrid, with status, reason, email, created; not understood: extra; leave the unknown ones out with --ignore-columns, or say what they mean/,
    );
    await expect(read('x.csv', 'email,created_at,code\n', { from: 'mailgun' })).rejects.toThrow(
      /expected a list such as the .* of Mailgun, with .*; missing: address/,
    );
    await expect(read('x.csv', 'first name,phone\n')).rejects.toThrow(
      'found the columns first name, phone, which are not those of a list that Mailfold knows',
    );
    await expect(read('x.csv', 'a\n', { from: 'sengrid' })).rejects.toThrow('did you mean sendgrid?');
    await expect(read('x.csv', '\n')).rejects.toThrow('has no rows');
    const wide = bounces.replace('created\n', 'created,x\n').replace('1767225600\n', '1767225600,1\n');
    expect(await read('suppression_bounces.csv', wide, { ignoreColumns: true })).toMatchObject({
      title: 'bounces of SendGrid',
      rows: [{ line: 2, fields: { cause: 'hard_bounce' } }],
    });
  });

  it('has bad rows among good ones', async () => {
    const { rows } = await read(
      'suppression_bounces.csv',
      `${bounces}5.1.1,x,b@example.com,yesterday\n5.1.1,x\n`,
    );
    expect(rows).toEqual([
      expect.objectContaining({ line: 2 }),
      { line: 4, problem: 'expected a time such as 2026-01-31T12:00:00Z' },
      { line: 5, problem: 'expected 4 cells as in the header, found 2' },
    ]);
  });
});
