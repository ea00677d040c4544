import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionOf, namesWithConnection } from '../../providers/connections.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { brevoApi } from '../support/provider-apis/brevo.ts';
import { mailersendApi } from '../support/provider-apis/mailersend.ts';
import { mailgunApi } from '../support/provider-apis/mailgun.ts';
import { mailjetApi } from '../support/provider-apis/mailjet.ts';
import { postmarkApi } from '../support/provider-apis/postmark.ts';
import { resendApi } from '../support/provider-apis/resend.ts';
import { sendgridApi } from '../support/provider-apis/sendgrid.ts';
import { sparkpostApi } from '../support/provider-apis/sparkpost.ts';
import { type ProviderApi, type StandIn, standInFor } from '../support/provider-apis/stand-in.ts';

let stack: LocalStackForTheCommandLine;
const standIns: StandIn[] = [];
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
});
afterAll(async () => {
  await stack?.stop();
  await Promise.all(standIns.map((each) => each.stop()));
});

async function aStandIn(api: ProviderApi): Promise<StandIn> {
  const standIn = await standInFor(api);
  standIns.push(standIn);
  return standIn;
}

const urlOf = (provider: string) => `${stack.apiUrl}/webhooks/${provider}`;

/** Connects to a stand-in, which can reach this machine, unlike a provider. */
async function connect(api: ProviderApi, { url }: StandIn, ...options: string[]) {
  const connection = await connectionOf(api.provider);
  process.env[connection?.apiKey.variable ?? ''] = api.apiKey;
  try {
    return await commandLine('connect', api.provider, '--api', url, '--url', urlOf(api.provider), ...options);
  } finally {
    delete process.env[connection?.apiKey.variable ?? ''];
  }
}

async function connected(api: ProviderApi, standIn: StandIn, ...options: string[]) {
  const { exitCode, out, error } = await connect(api, standIn, '--json', ...options);
  return { exitCode, error, ...JSON.parse(out) };
}

async function keysOf(provider: string): Promise<string[]> {
  const { out } = await commandLine('secrets', 'list', '--json');
  const listed = JSON.parse(out) as { provider: string; fingerprints: string[] }[];
  return listed.find((each) => each.provider === provider)?.fingerprints ?? [];
}

describe('connecting SendGrid', () => {
  it('creates a signed webhook with all events, stores its key, and sees the test event', async () => {
    const standIn = await aStandIn(sendgridApi);
    const before = await keysOf('sendgrid');
    const { exitCode, out, error } = await connect(sendgridApi, standIn);
    expect([exitCode, error]).toEqual([0, '']);
    expect(standIn.webhooks).toEqual([
      expect.objectContaining({ enabled: true, isSigned: true, url: urlOf('sendgrid'), spam_report: true }),
    ]);
    // It is switched on only when its key is stored.
    expect(standIn.requests.map(({ method, body }) => [method, body['enabled']])).toEqual([
      ['GET', undefined],
      ['POST', false],
      ['PATCH', true],
      ['PATCH', true],
      ['POST', undefined],
    ]);
    expect(await keysOf('sendgrid')).toHaveLength(before.length + 1);
    expect(out).toContain('1 webhook created for ');
    expect(out).toContain('The test event arrived: delivered, message test-event');
    expect(out).not.toContain(sendgridApi.apiKey);
    expect(await stack.message('test-event')).toBeDefined();
  });

  it('updates the webhook that has this URL instead of adding a second one', async () => {
    const standIn = await aStandIn(sendgridApi);
    standIn.webhooks.push({ id: 'w7', url: urlOf('sendgrid'), enabled: true, open: false });
    expect(await connected(sendgridApi, standIn)).toMatchObject({
      exitCode: 0,
      created: 0,
      updated: 1,
      id: 'w7',
      test: { type: 'seen', isGood: true },
    });
    expect(standIn.webhooks).toEqual([expect.objectContaining({ id: 'w7', enabled: true, open: true })]);
  });

  it('is refused when the account has all webhooks that it may have', async () => {
    const standIn = await aStandIn(sendgridApi);
    const others = ['https://user:secret@one.example/hook', 'https://two.example/secret-path'];
    standIn.webhooks.push(...others.map((url, index) => ({ id: `o${index}`, url })));
    expect(await connect(sendgridApi, standIn)).toEqual({
      exitCode: 1,
      out: expect.any(String),
      error:
        'SendGrid has 2 webhooks already, which is all that this account may have; remove one: one.example, two.example\n',
    });
    expect(standIn.webhooks).toHaveLength(2);
  });

  it('says that a test without a signature has arrived, and was refused', async () => {
    const standIn = await aStandIn(sendgridApi);
    standIn.failOnce(/\/signed\//, { status: 200, json: { public_key: standIn.keys.verificationKey } });
    const { exitCode, out } = await connect(sendgridApi, standIn);
    expect(out).toContain('It had no signature and was refused, as it should be');
    expect(exitCode).toBe(0);
  });

  it('says what is wrong when the API refuses, and never shows the key', async () => {
    const standIn = await aStandIn(sendgridApi);
    const wrong = { ...sendgridApi, apiKey: 'SG.sending-only' };
    expect(await connect(wrong, standIn)).toMatchObject({
      exitCode: 3,
      error:
        'SendGrid refused the key (401): authorization required; expected an API key with full access, which begins with SG\n',
    });
    standIn.failOnce(/settings$/, {
      status: 400,
      json: { errors: [{ message: `bad ${sendgridApi.apiKey} here` }] },
    });
    expect(await connect(sendgridApi, standIn)).toMatchObject({
      exitCode: 3,
      error: 'SendGrid answered POST /v3/user/webhooks/event/settings with 400: bad … here\n',
    });
    standIn.failOnce(/\/all$/, { status: 429, headers: { 'retry-after': '0' } });
    expect(await connect(sendgridApi, standIn, '--no-test')).toMatchObject({ exitCode: 0 });
    await standIn.stop();
    expect(await connect(sendgridApi, standIn)).toMatchObject({
      exitCode: 3,
      error: expect.stringMatching(/^cannot reach 127\.0\.0\.1:\d+: ECONNREFUSED/),
    });
  });

  it('shows what it would do, without keys, and does nothing', async () => {
    const standIn = await aStandIn(sendgridApi);
    const before = await keysOf('sendgrid');
    const { exitCode, out } = await connect(sendgridApi, standIn, '--dry-run');
    expect(exitCode).toBe(0);
    expect(standIn.requests.map(({ method }) => method)).toEqual(['GET']);
    expect(await keysOf('sendgrid')).toEqual(before);
    expect(out).toMatch(
      /POST \/v3\/user\/webhooks\/event\/settings {2}creates the webhook\n {2}\{"enabled":false/,
    );
    expect(out).toContain('PATCH /v3/user/webhooks/event/settings/signed/ID  gets the signing key');
    expect(out).toMatch(/Nothing was changed: this was a dry run\.\n$/);
  });
});

describe('connecting Postmark', () => {
  it('chooses a password, stores it before the webhook exists, and keeps it the next time', async () => {
    const standIn = await aStandIn(postmarkApi);
    const first = await connected(postmarkApi, standIn, '--message-stream', 'news');
    expect(first).toMatchObject({ exitCode: 0, created: 1, test: { type: 'not-sent' } });
    const [webhook] = standIn.webhooks as { Url: string; HttpAuth: { Username: string; Password: string } }[];
    expect(webhook).toMatchObject({
      Url: urlOf('postmark'),
      MessageStream: 'news',
      Triggers: { Bounce: { Enabled: true } },
    });
    const { Username, Password } = webhook?.HttpAuth ?? { Username: '', Password: '' };
    expect(Password).toMatch(/^[0-9a-f]{48}$/);
    expect(await standIn.post(urlOf('postmark').replace('//', `//${Username}:${Password}@`))).toBe(200);
    expect(await connected(postmarkApi, standIn, '--message-stream', 'news')).toMatchObject({
      created: 0,
      updated: 1,
      key: first.key,
    });
    expect(standIn.webhooks).toHaveLength(1);
    const { out } = await connect(postmarkApi, standIn, '--message-stream', 'news', '--dry-run');
    expect(out).toContain('"HttpAuth":{"Username":"mailfold","Password":"…"}');
    expect(out).not.toContain(Password);
    const again = await connect(postmarkApi, standIn);
    expect(again.out).toMatch(/To see an event, send a mail to hardbounce@bounce-testing\.postmarkapp\.com/);
    expect(again.out).toMatch(/meanwhile, run `.*watch postmark`/);
  });

  it('says so when there is no such stream', async () => {
    const standIn = await aStandIn(postmarkApi);
    expect(await connect(postmarkApi, standIn, '--message-stream', 'nowhere')).toMatchObject({
      exitCode: 3,
      error: 'Postmark answered GET /webhooks?MessageStream=nowhere with 422: Message stream not found.\n',
    });
    expect(await connect(postmarkApi, standIn, '--domain', 'x')).toMatchObject({
      exitCode: 2,
      error: 'Postmark takes no --domain\n',
    });
  });
});

describe('connecting Mailgun', () => {
  it('adds the URL beside those of others, fetches the signing key, and sees the test event', async () => {
    const standIn = await aStandIn(mailgunApi);
    standIn.webhooks.push({ id: 'opened', urls: ['https://old.example/hook'] });
    const result = await connected(mailgunApi, standIn, '--domain', 'example.com');
    expect(result).toMatchObject({
      exitCode: 0,
      created: 7,
      updated: 1,
      test: { type: 'seen', isGood: true },
    });
    const urls = Object.fromEntries(standIn.webhooks.map((each) => [each['id'], each['urls']]));
    expect(urls).toMatchObject({
      opened: ['https://old.example/hook', urlOf('mailgun')],
      permanent_fail: [urlOf('mailgun')],
    });
    expect(await connected(mailgunApi, standIn, '--domain', 'example.com', '--no-test')).toMatchObject({
      created: 0,
      updated: 8,
    });
    expect(standIn.webhooks.find(({ id }) => id === 'opened')?.['urls']).toHaveLength(2);
  });

  it('is refused when a type has three URLs, for an unknown domain, and without one', async () => {
    const standIn = await aStandIn(mailgunApi);
    const others = ['a', 'b', 'c'].map((name) => `https://${name}.example`);
    standIn.webhooks.push({ id: 'clicked', urls: others });
    expect(await connect(mailgunApi, standIn, '--domain', 'example.com')).toMatchObject({
      exitCode: 1,
      error: 'Mailgun: clicked has 3 URLs already, which is all that Mailgun takes; remove one\n',
    });
    expect(standIn.webhooks).toEqual([{ id: 'clicked', urls: others }]);
    expect(await connect(mailgunApi, standIn, '--domain', 'nowhere.com')).toMatchObject({
      exitCode: 3,
      error: expect.stringContaining('with 404: Domain not found: nowhere.com; check --domain'),
    });
    expect(await connect(mailgunApi, standIn)).toMatchObject({
      exitCode: 2,
      error: 'Mailgun needs --domain: sending domain\n',
    });
  });

  it('names the command that sets the key when the API does not tell it', async () => {
    const standIn = await aStandIn(mailgunApi);
    standIn.failOnce(/http_signing_key/, { status: 400, json: { message: 'no key' } });
    const { exitCode, error } = await connect(mailgunApi, standIn, '--domain', 'example.com');
    expect(exitCode).toBe(1);
    expect(error).toMatch(
      /does not tell the key .* until you set it: `.*secrets set mailgun`; it is under Settings > API Security/,
    );
  });
});

describe('connecting Resend', () => {
  it('stores the secret of the answer, and asks for it again later', async () => {
    const standIn = await aStandIn(resendApi);
    const first = await connected(resendApi, standIn);
    expect(first).toMatchObject({ exitCode: 0, created: 1, id: 'hook-1', test: { type: 'not-sent' } });
    expect(standIn.webhooks).toMatchObject([
      { endpoint: urlOf('resend'), events: expect.arrayContaining(['email.bounced']) },
    ]);
    expect(await standIn.post(urlOf('resend'))).toBe(200);
    expect(await connected(resendApi, standIn)).toMatchObject({ updated: 1, key: first.key });
    expect(await keysOf('resend')).toContain(first.key);
  });
});

describe('connecting SparkPost', () => {
  it('stores the password first, because the webhook is saved only if its test is accepted', async () => {
    const standIn = await aStandIn(sparkpostApi);
    const { exitCode, out, error } = await connect(sparkpostApi, standIn);
    expect([exitCode, error]).toEqual([0, '']);
    expect(out).toContain('The provider’s test was accepted.');
    const [webhook] = standIn.webhooks as { auth_credentials: { password: string } }[];
    expect(webhook).toMatchObject({ target: urlOf('sparkpost'), auth_type: 'basic', active: true });
    expect(out).not.toContain(webhook?.auth_credentials.password);
    const key = `mailfold:${webhook?.auth_credentials.password}`;
    expect(await standIn.post(urlOf('sparkpost'), {}, key)).toBe(200);
    expect(await connected(sparkpostApi, standIn)).toMatchObject({
      updated: 1,
      test: { type: 'answered', isGood: true },
    });
  });

  it('says so when the test was not accepted', async () => {
    const standIn = await aStandIn(sparkpostApi);
    standIn.failOnce(/validate$/, { status: 200, json: { results: { response: { status: 401 } } } });
    const { exitCode, out } = await connect(sparkpostApi, standIn);
    expect(exitCode).toBe(1);
    expect(out).toContain('The provider’s test was not accepted.');
  });
});

describe('connecting Mailjet', () => {
  it('sets a URL for each type, and takes over another one only if told to', async () => {
    const standIn = await aStandIn(mailjetApi);
    standIn.webhooks.push(
      { ID: 1, EventType: 'bounce', Url: 'https://me:secret@old.example/hook', IsBackup: false },
      { ID: 2, EventType: 'bounce', Url: 'https://backup.example/hook', IsBackup: true },
    );
    expect(await connect(mailjetApi, standIn)).toMatchObject({
      exitCode: 1,
      error: expect.stringMatching(/^Mailjet posts "bounce" to old\.example, .*; --replace takes it over/),
    });
    const { exitCode, out } = await connect(mailjetApi, standIn, '--replace');
    expect(exitCode).toBe(0);
    expect(out).toContain('6 webhooks created, 1 webhook updated for ');
    const urls = standIn.webhooks.filter(({ IsBackup }) => !IsBackup).map(({ Url }) => String(Url));
    expect(new Set(urls).size).toBe(1);
    const [url = ''] = urls;
    expect(url).toMatch(/^http:\/\/mailfold:[0-9a-f]{48}@/);
    expect(out).not.toContain(new URL(url).password);
    expect(await standIn.post(url)).toBe(200);
    expect(await connected(mailjetApi, standIn)).toMatchObject({ created: 0, updated: 7 });
    // The password stays.
    expect(standIn.webhooks.map(({ Url }) => Url)).toContain(url);
    const dry = await connect(mailjetApi, standIn, '--dry-run');
    expect(dry.out).toContain('"Url":"http://…@');
    expect(dry.out).not.toContain(new URL(url).password);
  });
});

describe('connecting Brevo', () => {
  it('has one webhook for transactional mail and one for campaigns, each with a token', async () => {
    const standIn = await aStandIn(brevoApi);
    expect(await connected(brevoApi, standIn)).toMatchObject({ exitCode: 0, created: 1 });
    expect(await connected(brevoApi, standIn, '--mail', 'marketing')).toMatchObject({ created: 1 });
    expect(standIn.webhooks).toMatchObject([
      { type: 'transactional', url: urlOf('brevo'), events: expect.arrayContaining(['hardBounce']) },
      { type: 'marketing', auth: { type: 'bearer', token: expect.stringMatching(/^[0-9a-f]{48}$/) } },
    ]);
    const { auth } = standIn.webhooks[0] as { auth: { token: string } };
    expect(await standIn.post(urlOf('brevo'), {}, auth.token)).toBe(200);
    expect(await connected(brevoApi, standIn)).toMatchObject({ created: 0, updated: 1 });
    expect(await connect(brevoApi, standIn, '--mail', 'sms')).toMatchObject({
      exitCode: 2,
      error: '--mail: expected transactional or marketing, found "sms"\n',
    });
  });
});

describe('connecting MailerSend', () => {
  it('leaves the webhook switched off until somebody tells its secret', async () => {
    const standIn = await aStandIn(mailersendApi);
    const { exitCode, error } = await connect(mailersendApi, standIn, '--domain', 'example.com');
    expect(exitCode).toBe(1);
    expect(error).toMatch(/does not tell the key .*stays switched off: run this command again at a terminal/);
    expect(standIn.webhooks).toMatchObject([{ url: urlOf('mailersend'), domain_id: 'dom1', enabled: false }]);
    expect(await connect(mailersendApi, standIn, '--domain', 'other.example')).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('found "other.example"; the domains are example.com'),
    });
  });

  it('stores the secret if the API shows it, and switches the webhook on', async () => {
    const standIn = await aStandIn(mailersendApi);
    standIn.webhooks.push({ id: 'ms-1', url: urlOf('mailersend'), domain_id: 'dom1', enabled: false });
    Object.assign(standIn.webhooks[0] ?? {}, { signing_secret: standIn.keys.verificationKey });
    const result = await connected(mailersendApi, standIn, '--domain', 'example.com');
    expect(result).toMatchObject({ exitCode: 0, updated: 1, test: { type: 'answered', isGood: true } });
    expect(standIn.webhooks).toMatchObject([{ enabled: true }]);
    expect(await standIn.post(urlOf('mailersend'))).toBe(200);
  });
});

describe('connecting', () => {
  it('says that a provider cannot reach this machine', async () => {
    process.env['SENDGRID_API_KEY'] = 'SG.x';
    expect(await commandLine('connect', 'sendgrid')).toMatchObject({
      exitCode: 2,
      error: expect.stringMatching(
        /^SendGrid cannot reach http:\/\/.*, which is on this machine; connect a deployed stack with --stack NAME, or pass the public URL of a tunnel with --url\n$/,
      ),
    });
    delete process.env['SENDGRID_API_KEY'];
    expect(await commandLine('connect', 'ses')).toMatchObject({
      exitCode: 2,
      error: expect.stringMatching(/^ses cannot be connected by this command: .*urls ses/),
    });
  });

  it('takes the key of the API from a file too, and keeps it nowhere', async () => {
    const standIn = await aStandIn(resendApi);
    const file = join(stack.dataDir, 'api-key.txt');
    writeFileSync(file, `${resendApi.apiKey}\n`);
    const { exitCode, out } = await commandLine(
      ...['connect', 'resend', '--api', standIn.url, '--url', urlOf('resend'), '--key-file', file],
    );
    expect(exitCode).toBe(0);
    expect(out).not.toContain(resendApi.apiKey);
    const { out: listed } = await commandLine('secrets', 'list', '--json');
    expect(listed).not.toContain(resendApi.apiKey);
  });

  it.each(namesWithConnection)('describes %s in words that fit into its sentences', async (provider) => {
    const connection = await connectionOf(provider);
    expect(connection?.apiUrl).toMatch(/^https:\/\/[^/]+/);
    expect(connection?.apiKey.variable).toMatch(/^[A-Z]+(_[A-Z]+)+$/);
    for (const words of [connection?.apiKey.looksLike, connection?.orTestBy])
      expect(words).toMatch(/^[a-z].*[^.]$/);
  });
});
