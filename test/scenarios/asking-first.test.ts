import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
});
afterAll(() => stack?.stop());

const statusOf = async (message: string) => (await commandLine('status', message, '--no-wait')).exitCode;
const isSuppressed = async (address: string) =>
  (await commandLine('suppressions', 'check', address)).exitCode === 1;

describe('forget', () => {
  const words = ['forget', 'ana@example.com', '--because', 'asked', '--by', 'kim'];

  it('asks first, and takes only yes for an answer', async () => {
    await commandLine('send', 'sendgrid', 'delivered', '--to', 'ana@example.com', '--message', 'f1');
    expect(await commandLine(...words)).toMatchObject({
      exitCode: 2,
      out: '',
      error: expect.stringMatching(/ana@example\.com in the local stack .*Nothing was changed: add --yes/),
    });
    for (const answer of ['', 'n', 'yesterday']) {
      const { exitCode, questions } = await answering(answer, ...words);
      expect([exitCode, questions]).toEqual([
        1,
        [expect.stringMatching(/deleted for good\.\nGo on\? \[y\/N\] $/)],
      ]);
    }
    expect(await statusOf('f1')).toBe(0);
    expect((await answering('y', ...words)).exitCode).toBe(0);
    expect(await statusOf('f1')).toBe(1);
  });

  it('does not ask about something that is not an address', async () => {
    const { exitCode, questions } = await answering('y', 'forget', 'nobody', '--because', 'asked');
    expect([exitCode, questions]).toEqual([2, []]);
  });
});

describe('the release of a complaint', () => {
  const words = ['suppressions', 'release', 'cleo@example.com', '--by', 'kim', '--because', 'asked for it'];
  beforeAll(async () => {
    await commandLine('send', 'sendgrid', 'complaint', '--to', 'cleo@example.com', '--message', 'c1');
  });

  it('needs its own option in a script, whatever else is said', async () => {
    for (const yes of [[], ['--yes']]) {
      expect(await commandLine(...words, ...yes)).toMatchObject({
        exitCode: 1,
        error: expect.stringContaining('add --acknowledge-complaint'),
      });
    }
    expect(await isSuppressed('cleo@example.com')).toBe(true);
  });

  it('asks a person, and changes nothing unless the answer is yes', async () => {
    const { exitCode, questions } = await answering('no', ...words);
    expect([exitCode, questions]).toEqual([1, [expect.stringContaining('reported your mail as spam')]]);
    expect(await isSuppressed('cleo@example.com')).toBe(true);
    expect((await answering('Yes', ...words)).exitCode).toBe(0);
    expect(await isSuppressed('cleo@example.com')).toBe(false);
  });

  it('asks nothing when there is no complaint', async () => {
    await commandLine('send', 'sendgrid', 'hard_bounce', '--to', 'bo@example.com', '--message', 'b1');
    const other = words.map((word) => word.replace('cleo', 'bo'));
    expect(await answering('n', ...other)).toMatchObject({ exitCode: 0, questions: [] });
  });
});

describe('redriving all dead letters', () => {
  const depth = () => stack.depthOf('DeadLetterQueueUrl');

  it('asks first, with their number', async () => {
    expect(await answering('n', 'dlq', 'redrive', '--all')).toMatchObject({ exitCode: 0, questions: [] });
    const QueueUrl = stack.outputs['DeadLetterQueueUrl'];
    for (const MessageBody of ['one', 'two'])
      await stack.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    expect(await commandLine('dlq', 'redrive', '--all')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('add --yes'),
    });
    expect(await answering('n', 'dlq', 'redrive', '--all')).toMatchObject({
      exitCode: 1,
      questions: [expect.stringContaining('All 2 dead letters')],
    });
    expect(await depth()).toBe(2);
    expect(await answering('n', 'dlq', 'redrive', '--all', '--dry-run')).toMatchObject({
      exitCode: 0,
      questions: [],
    });
    expect(await answering('y', 'dlq', 'redrive', '--all')).toMatchObject({
      exitCode: 0,
      out: '2 sent again, 0 left\n',
    });
  });
});

describe('retiring the last key', () => {
  it('asks first', async () => {
    const listed = JSON.parse((await commandLine('secrets', 'list', '--json')).out);
    const { fingerprints } = listed.find(({ provider }: { provider: string }) => provider === 'postmark');
    const words = ['secrets', 'retire', 'postmark', ...fingerprints];
    expect(await commandLine(...words)).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('add --yes'),
    });
    expect(await answering('n', ...words)).toMatchObject({
      exitCode: 1,
      questions: [expect.stringContaining('the only key of postmark')],
    });
    expect(await answering('y', ...words)).toMatchObject({ exitCode: 0 });
  });
});
