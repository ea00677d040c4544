import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { operations } from '../../lambdas/api/operations.ts';
import { toEnvelope } from '../../queue/envelope.ts';
import { callApi } from '../support/api.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { type Question, questions } from '../support/same-questions.ts';
import { badQuestions } from '../support/same-refusals.ts';
import { aReport, type Stack } from '../support/stack.ts';

let stack: LocalStackForTheCommandLine;
/** The same stack without manual suppression. */
let withoutManual: LocalStackForTheCommandLine;
let assemblyDir: string;

beforeAll(async () => {
  assemblyDir = assemblyWithoutManual();
  withoutManual = await aStackForTheCommandLine({ assemblyDir });
  stack = await aStackForTheCommandLine();
  for (const provider of ['resend', 'sendgrid', 'resend']) await bury(stack, provider, 'not JSON');
});
afterAll(async () => {
  await stack?.stop();
  await withoutManual?.stop();
  rmSync(assemblyDir, { recursive: true, force: true });
});

async function bury({ sqs, outputs }: Stack, provider: string, body: string): Promise<void> {
  const letter = toEnvelope({
    provider,
    receivedAt: new Date(),
    request: { headers: {}, body: Buffer.from(body) },
  });
  if (!letter) throw new Error('expected a body that fits into a message');
  await sqs.send(new SendMessageCommand({ QueueUrl: outputs['DeadLetterQueueUrl'], ...letter }));
}

/** Letters that the other face has looked at are visible again a second later. */
const untilLettersAreSeen = () => delay(1_200);

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
  | { readonly refusal: string; readonly kind: keyof typeof exitCodeOf }
  | { readonly refusal: string; readonly exitCode: number };

type Face = 'api' | 'cli';
type Subject = readonly [who: string, what: string];

async function askApi(
  target: LocalStackForTheCommandLine,
  [method, where, body]: ReturnType<Question['api']>,
): Promise<Said> {
  const reply = await callApi(target, method, where, body);
  if (reply.status === 200) return { answer: reply.body };
  const kinds = { 400: 'bad input', 404: 'unknown', 409: 'no' } as const;
  const kind = kinds[reply.status as keyof typeof kinds];
  if (!kind) throw new Error(`the API answered ${reply.status}`);
  return { refusal: String(reply.body['detail']), kind };
}

/** The command line has one exit code for what is unknown and for "no". */
const exitCodeOf = { 'bad input': 2, unknown: 1, no: 1 } as const;

async function askCommandLine(target: LocalStackForTheCommandLine, words: readonly string[]): Promise<Said> {
  process.env['MAILFOLD_DIR'] = target.dataDir;
  const { exitCode, out, error } = await commandLine(...words, '--json');
  if (out !== '') return { answer: JSON.parse(out) };
  // The line starts with the subject of the question.
  return { refusal: error.trim().replace(/^.*?: /, ''), exitCode };
}

/** All pages, when each answer has a cursor for the next one. */
async function askForPages(ask: (cursor: string | undefined) => Promise<Said>): Promise<Said> {
  const pages: unknown[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const said = await ask(cursor);
    if (!('answer' in said)) return said;
    pages.push(said.answer);
    cursor = (said.answer as { cursor?: string }).cursor;
  }
  return { answer: pages };
}

function ask(
  face: Face,
  target: LocalStackForTheCommandLine,
  { api, cli, isPaged }: Question,
  [who, what]: Subject,
) {
  const once = (cursor?: string) => {
    if (face === 'cli')
      return askCommandLine(target, [...cli(who, what), ...(cursor ? ['--cursor', cursor] : [])]);
    const [method, where, body] = api(who, what);
    return askApi(target, [method, cursor ? `${where}&cursor=${cursor}` : where, body]);
  };
  return isPaged ? askForPages(once) : once();
}

/** API and command line use different subjects. Replaces what must differ between the two. */
function comparable(said: Said, who: string, what: string): unknown {
  const text = JSON.stringify(said)
    .replaceAll(who, 'WHO')
    .replaceAll(what, 'WHAT')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'THEN')
    .replaceAll(/"(id|decidedBy|releasedBy|by)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/"lagMilliseconds":-?\d+/g, '"lagMilliseconds":0')
    // The message id chooses the simulated mail.
    .replaceAll(/"(template|stream)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/"tags":\["[^\]]*\]/g, '"tags":["…"]');
  return JSON.parse(text);
}

/** API and command line end a refusal with different hints, and tell its kind in different ways. */
function withoutFace(said: Said): Said {
  if ('answer' in said) return said;
  const refusal = said.refusal.replace(
    /; ((add --|send )acknowledge|add --all|check the id|pass the cursor|leave it out|a time relative).*$/,
    '',
  );
  return { refusal, exitCode: 'kind' in said ? exitCodeOf[said.kind] : said.exitCode };
}

function expectedOf(face: Face, { expected }: Question, [who, what]: Subject): object {
  const { kind, ...rest } = expected(who, what) as { kind?: keyof typeof exitCodeOf };
  if (kind === undefined) return rest;
  return face === 'api' ? { ...rest, kind } : { ...rest, exitCode: exitCodeOf[kind] };
}

describe('the same question, asked through the API and on the command line', () => {
  it.each([...questions, ...badQuestions].map((each, index) => [each.title, each, index] as const))(
    'gets the same answer: %s',
    async (_, question, index) => {
      const { before = [], batch = 1, letters, on, isShared } = question;
      const target = on === 'without manual' ? withoutManual : stack;
      process.env['MAILFOLD_DIR'] = target.dataDir;
      const subjectOf = (face: string): Subject => [
        `${face}-${index}@example.com`,
        `${face}-message-${index}`,
      ];
      const send = async ([who, what]: Subject) => {
        for (const [provider, type, at, suffix = ''] of before)
          await commandLine(
            ...['send', provider, type, '--to', who, '--batch', String(batch)],
            ...['--message', what + suffix, '--at', at],
          );
        await target.untilIdle();
      };
      if (isShared) await send(subjectOf('both'));
      const answers: unknown[] = [];
      for (const face of ['api', 'cli'] as const) {
        const subject = subjectOf(isShared ? 'both' : face);
        if (!isShared) await send(subject);
        if (letters === 'and one more') await bury(target, 'sendgrid', JSON.stringify([aReport()]));
        if (letters) await untilLettersAreSeen();
        const said = await ask(face, target, question, subject);
        expect(said).toMatchObject(expectedOf(face, question, subject));
        answers.push(isShared ? withoutFace(said) : comparable(withoutFace(said), ...subject));
      }
      expect(answers[1]).toEqual(answers[0]);
    },
  );
});

/** Use cases that only the command line has, and why. */
const withoutRoute: Readonly<Record<string, string>> = {
  'audit/audit': 'reads both tables as a whole, which takes longer than a request may',
  forget: 'reads the messages table as a whole, and the API has no right to delete',
  'compare-statuses': 'reads a file of another program',
  'compare-suppressions': 'reads a file of another program',
  'import-events': 'reads files with the history of a provider',
  'export-suppressions': 'writes files with the whole list',
  'import-suppressions': 'reads a file with a whole list',
  'lake-repair': 'reads the messages table as a whole',
  'ask-lake': 'asks the lake in SQL, which only the command line does',
  'ready-question': 'asks the lake in SQL, which only the command line does',
  'webhooks/endpoint': 'for operators: the API has no access to the queues of endpoints',
  'webhooks/list-endpoints': 'for operators: the API has no access to the queues of endpoints',
  'webhooks/replay-webhooks': 'for operators: the API has no access to the queues of endpoints',
  'webhooks/resume-endpoint': 'for operators: the API has no access to the queues of endpoints',
  'webhooks/test-endpoint': 'for operators: the API has no access to the queues of endpoints',
  'lake-status': 'for operators: the API has no access to the lake',
};

/** Routes that are not compared here, and why. test/scenarios/console-api.test.ts asks them. */
const notCompared: Readonly<Record<string, string>> = {
  'GET /v1/me': 'about the caller',
  'GET /v1/stats': 'asks the lake, which test/scenarios/lake.test.ts does',
  'GET /v1/setup': 'for the console: the command line has `urls` and `secrets list`',
  'GET /v1/live': 'for the console: the command line has `watch`',
  'GET /v1/health': 'the doctor also asks what only an operator may ask',
  'GET /v1/payloads/{messageId}': 'for the console',
  'GET /v1/suppressions/counts': 'for the console',
  'POST /v1/suppressions/preview': 'for the console: `explain` has it for one address',
  'POST /v1/suppressions/import': 'takes lines: the command line takes a whole file',
};

describe('every use case', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const importedBy = (path: string) =>
    [...read(path).matchAll(/^import \{[^}]*\} from '.*\/app\/(.*)\.ts';$/gm)].map(([, name = '']) => name);
  const commands = globSync('cli/{commands,compare,history}/**/*.ts', {
    cwd: new URL('../..', import.meta.url),
  });
  const called = new Set(commands.flatMap(importedBy));
  // These only describe what use cases take and give.
  const useCases = [...called].filter(
    (name) =>
      !['given', 'suppression-line', 'audit/difference', 'message-report', 'health/finding'].includes(name),
  );

  it('has a route of the API, or a reason for having none', () => {
    const routed = ['store', 'operator', 'stats'].flatMap((each) =>
      importedBy(`lambdas/api/${each}-operations.ts`),
    );
    expect(routed.length).toBeGreaterThan(operations.length / 2);
    expect(useCases.filter((name) => !routed.includes(name)).toSorted()).toEqual(
      Object.keys(withoutRoute).toSorted(),
    );
  });

  it('with a route is asked about above, or for a reason elsewhere', () => {
    const asked = new Set(
      questions.map(({ api }) => {
        const [method, path] = api('WHO', 'WHAT');
        return `${method} ${path
          .replace(/\?.*$/, '')
          .replace('WHO', '{address}')
          .replace(/(%3C)?WHAT(%3E)?/, '{messageId}')}`;
      }),
    );
    expect([...asked, ...Object.keys(notCompared)].toSorted()).toEqual(
      operations.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });
});
