import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { callApi } from '../support/api.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';

let stack: LocalStackForTheCommandLine;
/** The same stack without manual suppression. */
let withoutManual: LocalStackForTheCommandLine;
let assemblyDir: string;

beforeAll(async () => {
  assemblyDir = assemblyWithoutManual();
  withoutManual = await aStackForTheCommandLine({ assemblyDir });
  stack = await aStackForTheCommandLine();
});
afterAll(async () => {
  await stack?.stop();
  await withoutManual?.stop();
  rmSync(assemblyDir, { recursive: true, force: true });
});

function assemblyWithoutManual(): string {
  const dir = mkdtempSync(join(tmpdir(), 'mailfold-without-manual-'));
  cpSync(inject('assemblyDir'), dir, { recursive: true });
  for (const name of readdirSync(dir).filter((each) => each.endsWith('.template.json'))) {
    const template = readFileSync(join(dir, name), 'utf8');
    expect(template).toContain(',\\"manual\\"');
    writeFileSync(join(dir, name), template.replaceAll(',\\"manual\\"', ''));
  }
  return dir;
}

/** The answer of the API or the command line, or why it refused. */
type Said =
  | { readonly answer: unknown }
  | { readonly refusal: string; readonly kind: 'bad input' | 'unknown' | 'no' };

/** A question to API and command line, and the answer of both. `who` is an address, `what` a message id. */
type Case = {
  readonly title: string;
  readonly before?: readonly (readonly [provider: string, type: string, at: string])[];
  readonly api: (who: string, what: string) => readonly [method: string, path: string, body?: object];
  readonly cli: (who: string, what: string) => readonly string[];
  readonly expected: (who: string, what: string) => object;
  readonly on?: 'without manual';
};

const path = (who: string) => `/v1/suppressions/${encodeURIComponent(who)}`;
const bounced = [['sendgrid', 'hard_bounce', '-1h']] as const;
const complained = [['sendgrid', 'complaint', '-1h']] as const;
const because = 'mailbox is back';
const byKim = ['--by', 'kim', '--because', because];

const cases: readonly Case[] = [
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
            cause: { cause: 'hard_bounce', evidence: 1, lastEvidence: { messageId: what } },
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
  ...['nonsense', 'two@ats@', '@example.com', ' '].map(
    (nonsense): Case => ({
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
];

async function askApi(
  target: LocalStackForTheCommandLine,
  [method, where, body]: ReturnType<Case['api']>,
): Promise<Said> {
  const reply = await callApi(target, method, where, body);
  if (reply.status === 200) return { answer: reply.body };
  const kinds = { 400: 'bad input', 404: 'unknown', 409: 'no' } as const;
  const kind = kinds[reply.status as keyof typeof kinds];
  if (!kind) throw new Error(`the API answered ${reply.status}`);
  return { refusal: String(reply.body['detail']), kind };
}

async function askCommandLine(target: LocalStackForTheCommandLine, words: readonly string[]): Promise<Said> {
  process.env['MAILFOLD_DIR'] = target.dataDir;
  const { exitCode, out, error } = await commandLine(...words, '--json');
  if (out !== '') return { answer: JSON.parse(out) };
  if (exitCode !== 1 && exitCode !== 2) throw new Error(`exit code ${exitCode}: ${error}`);
  const kind = exitCode === 2 ? 'bad input' : words[0] === 'status' ? 'unknown' : 'no';
  // The line starts with the subject of the question.
  return { refusal: error.trim().replace(/^.*?: /, ''), kind };
}

/** API and command line use different subjects. Replaces what must differ between the two. */
function comparable(said: Said, who: string, what: string): unknown {
  const text = JSON.stringify(said)
    .replaceAll(who, 'WHO')
    .replaceAll(what, 'WHAT')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'THEN')
    .replaceAll(/"(id|decidedBy|releasedBy|by)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/"lagMilliseconds":-?\d+/g, '"lagMilliseconds":0');
  return JSON.parse(text);
}

/** API and command line end a refusal with different hints. */
function withoutFace(said: Said): Said {
  if ('answer' in said) return said;
  const refusal = said.refusal.replace(/; ((add --|send )acknowledge|check the id|pass the cursor).*$/, '');
  return { ...said, refusal };
}

describe('the same question, asked through the API and on the command line', () => {
  it.each(cases.map((each, index) => [each.title, each, index] as const))(
    'gets the same answer: %s',
    async (_, { before = [], api, cli, expected, on }, index) => {
      const target = on === 'without manual' ? withoutManual : stack;
      process.env['MAILFOLD_DIR'] = target.dataDir;
      const answers: unknown[] = [];
      for (const face of ['api', 'cli'] as const) {
        const [who, what] = [`${face}-${index}@example.com`, `${face}-message-${index}`];
        for (const [provider, type, at] of before)
          await commandLine('send', provider, type, '--to', who, '--message', what, '--at', at);
        await target.untilIdle();
        const said = withoutFace(
          face === 'api'
            ? await askApi(target, api(who, what))
            : await askCommandLine(target, cli(who, what)),
        );
        expect(said).toMatchObject(expected(who, what));
        answers.push(comparable(said, who, what));
      }
      expect(answers[1]).toEqual(answers[0]);
    },
  );

  it('gets the same list, page by page', async () => {
    const names = Array.from({ length: 5 }, (_, index) => `listed-${index}@example.com`);
    for (const who of names) await commandLine('suppressions', 'add', who, '--scope', 'list-test', ...byKim);
    const pages: Record<string, unknown>[] = [];
    for (let cursor: unknown = ''; cursor !== undefined; cursor = pages.at(-1)?.['cursor']) {
      const query = `reason=manual&limit=2${cursor && `&cursor=${cursor}`}`;
      const { body } = await callApi(stack, 'GET', `/v1/suppressions?${query}`);
      const words = cursor === '' ? [] : ['--cursor', String(cursor)];
      const said = await askCommandLine(stack, [
        'suppressions',
        'list',
        '--reason',
        'manual',
        '--limit',
        '2',
        ...words,
      ]);
      expect(said).toEqual({ answer: body });
      pages.push(body);
    }
    const listed = pages.flatMap((page) => page['suppressions'] as { address: string }[]);
    expect(listed.map(({ address }) => address)).toEqual(expect.arrayContaining(names));
  });
});
