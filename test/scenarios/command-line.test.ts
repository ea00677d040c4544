import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providerNames } from '../../providers/manifests.ts';
import { mailOf } from '../../providers/simulated-mail.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { aKeyPair } from '../support/sendgrid.ts';
import { eventually } from '../support/wait.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
});
afterAll(() => stack?.stop());

/** The status of a message as JSON, once it exists. */
async function statusOf(
  messageId: string,
  isComplete: (answer: Answer) => boolean = () => true,
): Promise<Answer> {
  // Some rows of a batch can exist before the others.
  await stack.untilIdle();
  return eventually(`a status of ${messageId}`, async () => {
    const { exitCode, out } = await commandLine('status', messageId, '--json');
    const answer = exitCode === 0 ? (JSON.parse(out) as Answer) : undefined;
    return answer && isComplete(answer) ? answer : undefined;
  });
}
type Answer = {
  recipients: {
    recipient: string;
    status: string | null;
    final: boolean;
    tags: string[];
    timeline: { id: string; type: string }[];
  }[];
};

describe('mailfold send and status', () => {
  it('show a bounce that no delivery hides, as text and as JSON', async () => {
    const send = (type: string, ...options: string[]) =>
      commandLine('send', 'sendgrid', type, '--to', 'A@example.com', '--message', 'm1', ...options);
    expect(await send('hard_bounce')).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('200  sendgrid hard_bounce  A@example.com'),
    });
    await send('delivered', '--at', '-10m');
    await send('delivered', '--at', '+10m');
    const { recipients } = await statusOf('m1', (answer) => answer.recipients[0]?.timeline.length === 3);
    expect(recipients).toMatchObject([{ recipient: 'a@example.com', status: 'hard_bounce', final: true }]);
    const { out } = await commandLine('status', 'm1');
    expect(out).toMatch(/a@example\.com {2}hard_bounce since .*, final/);
    expect(out).toMatch(/^> .*hard_bounce +550 5\.1\.1 no such user$/m);
    expect(out.match(/delivered/g)).toHaveLength(2);
  });

  it('show which mail it was, for a message and for a recipient', async () => {
    await commandLine('send', 'ses', 'delivered', '--to', 'label@example.com', '--message', 'm-label');
    const { recipients } = await statusOf('m-label');
    const { tags, stream, metadata } = mailOf({ kind: '', to: [], at: new Date(), messageId: 'm-label' });
    const told = [`tag=${tags[0]}`, `tenant=${metadata['tenant']}`];
    // SES tells the template of a mail only if it could not be rendered.
    expect(recipients).toMatchObject([{ template: null, stream, tags: told }]);
    const line = `tags ${told.join(', ')} · stream ${stream}\n`;
    expect((await commandLine('status', 'm-label')).out).toContain(`  ${line}`);
    expect((await commandLine('recipient', 'label@example.com')).out).toContain(`m-label\n    ${line}`);
    const { out } = await commandLine('recipient', 'label@example.com', '--json');
    expect(JSON.parse(out).messages).toMatchObject([{ template: null, stream, tags: told }]);
  });

  it('count the same event once, however often it is sent', async () => {
    const { out } = await commandLine(
      'send',
      'sendgrid',
      'open',
      '--message',
      'm2',
      '--times',
      '5',
      '--json',
    );
    expect(JSON.parse(out).deliveries.map(({ status }: { status: number }) => status)).toEqual([
      200, 200, 200, 200, 200,
    ]);
    await statusOf('m2');
    await stack.untilIdle();
    expect((await statusOf('m2')).recipients[0]?.timeline).toHaveLength(1);
  });

  it('give an SES bounce of two recipients two statuses', async () => {
    await commandLine(
      'send',
      'ses',
      'hard_bounce',
      '--to',
      'a@example.com',
      '--to',
      'b@example.com',
      '--message',
      'm3',
    );
    const { recipients } = await statusOf('m3');
    expect(recipients.map(({ recipient, status }) => [recipient, status])).toEqual([
      ['a@example.com', 'hard_bounce'],
      ['b@example.com', 'hard_bounce'],
    ]);
  });

  it('know every kind of every provider', async () => {
    const played: [string, string][] = [];
    for (const provider of providerNames) {
      for (const kind of (await simulatorOf(provider))?.kinds ?? []) played.push([provider, kind]);
    }
    const eventRows = async () =>
      (await stack.rows()).filter(({ sortKey }) => String(sortKey).startsWith('E#'));
    const before = (await eventRows()).length;
    for (const [provider, kind] of played) {
      const message = `every-${provider}-${kind}`;
      const sent = await commandLine('send', provider, kind, '--message', message, '--no-wait');
      expect([provider, kind, sent.exitCode, sent.error]).toEqual([provider, kind, 0, '']);
    }
    await stack.untilIdle();
    expect(await stack.depthOf('DeadLetterQueueUrl')).toBe(0);
    const rows = await eventRows();
    expect(rows.length).toBe(before + played.length);
    for (const [provider, kind] of played) {
      // Events about an address or an account name no message, so they are stored under their own id.
      const ids = [`every-${provider}-${kind}`, `unnamed#${provider}#`];
      expect([
        provider,
        kind,
        rows.some((row) => ids.some((id) => String(row['messageId']).startsWith(id))),
      ]).toEqual([provider, kind, true]);
    }
  });

  it('put many recipients into one request', async () => {
    const { out } = await commandLine(
      'send',
      'sendgrid',
      'delivered',
      '--to',
      'x@example.com',
      '--message',
      'm4',
      '--batch',
      '3',
      '--json',
    );
    expect(JSON.parse(out)).toMatchObject({
      to: ['x+1@example.com', 'x+2@example.com', 'x+3@example.com'],
      deliveries: [{ status: 200 }],
    });
    expect((await statusOf('m4')).recipients).toHaveLength(3);
  });

  it('find the messages of an address, newest first', async () => {
    for (const message of ['r1', 'r2', 'r3']) {
      await commandLine('send', 'sendgrid', 'delivered', '--to', 'Rosa@example.com', '--message', message);
      await stack.untilIdle();
    }
    const { out } = await commandLine('recipient', 'rosa@example.com', '--json');
    expect(
      JSON.parse(out).messages.map(({ messageId, status }: { messageId: string; status: string }) => [
        messageId,
        status,
      ]),
    ).toEqual([
      ['r3', 'delivered'],
      ['r2', 'delivered'],
      ['r1', 'delivered'],
    ]);
    expect((await commandLine('recipient', 'rosa@example.com', '--limit', '2')).out).toMatch(
      / r3\n.*\n.* r2\n.*\nThere are more/,
    );
    expect((await commandLine('status', '--to', 'rosa@example.com')).out).toMatch(/^r3\n/);
    expect(await commandLine('recipient', 'nobody@example.com')).toMatchObject({ exitCode: 1 });
    expect(await commandLine('status')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('no message given'),
    });
  });

  it('show one recipient of several', async () => {
    await commandLine(
      'send',
      'ses',
      'delivered',
      '--to',
      'one@example.com',
      '--to',
      'two@example.com',
      '--message',
      'two-people',
    );
    await stack.untilIdle();
    const { out } = await commandLine('status', 'two-people', '--to', 'TWO@example.com', '--json');
    expect(JSON.parse(out).recipients.map(({ recipient }: { recipient: string }) => recipient)).toEqual([
      'two@example.com',
    ]);
    expect(await commandLine('status', 'two-people', '--to', 'three@example.com')).toMatchObject({
      exitCode: 1,
    });
  });

  it('follow a message until it has arrived', async () => {
    const watching = commandLine('status', 'followed', '--watch', '--timeout', '60');
    for (const type of ['processed', 'deferred', 'delivered']) {
      await commandLine(
        'send',
        'sendgrid',
        type,
        '--message',
        'followed',
        '--at',
        type === 'processed' ? '-2m' : type === 'deferred' ? '-1m' : '-1s',
      );
      await stack.untilIdle();
    }
    const { exitCode, out } = await watching;
    expect(exitCode).toBe(0);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^> .*delivered/);
    // Without news within a second, it shows what is known.
    expect(await commandLine('status', 'never', '--watch', '--timeout', '1')).toMatchObject({ exitCode: 1 });
  });

  it('answer with exit codes and one clear line when something is wrong', async () => {
    const wrong = async (...words: string[]) => {
      const { exitCode, error } = await commandLine(...words);
      return [exitCode, error.split('\n')[0]];
    };
    expect(await wrong('status', 'nowhere')).toEqual([
      1,
      expect.stringContaining('nowhere: no event about this message has arrived; check the id'),
    ]);
    expect(await wrong('send', 'nobody', 'open')).toEqual([
      2,
      `unknown provider "nobody"; expected one of ${providerNames.join(', ')}`,
    ]);
    expect(await wrong('send', 'sendgrid', 'sneeze')).toEqual([
      2,
      expect.stringContaining('unknown event type "sneeze" of sendgrid; expected one of processed'),
    ]);
    expect(await wrong('send', 'sendgrid', 'open', '--times', 'x')).toEqual([
      2,
      expect.stringContaining('expected a whole number, 1 or more'),
    ]);
    expect(await wrong('send', 'sendgrid', 'open', '--at', 'later')).toEqual([
      2,
      expect.stringContaining('found "later"'),
    ]);
    expect(await wrong('send', 'sendgrid', 'open', '--url', 'http://127.0.0.1:9/x')).toEqual([
      2,
      expect.stringContaining('--url needs --key'),
    ]);
    expect(await wrong('fly')).toEqual([2, expect.stringContaining('unknown command')]);
    const forged = join(stack.dataDir, 'other.pem');
    writeFileSync(forged, aKeyPair().signingKey);
    const url = `${stack.apiUrl}/webhooks/sendgrid`;
    expect(await commandLine('send', 'sendgrid', 'open', '--url', url, '--key', forged)).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('401  sendgrid open'),
    });
    expect(await wrong('send', 'sendgrid', 'open', '--url', 'http://127.0.0.1:9/x', '--key', forged)).toEqual(
      [3, expect.stringContaining('cannot reach http://127.0.0.1:9/x')],
    );
    process.env['MAILFOLD_DIR'] = join(stack.dataDir, 'elsewhere');
    expect(await wrong('status', 'm1')).toEqual([3, expect.stringContaining('start one with `npm start`')]);
    process.env['MAILFOLD_DIR'] = stack.dataDir;
  });

  it('explain themselves', async () => {
    for (const words of [[], ['send'], ['status']]) {
      const { exitCode, out } = await commandLine(...words, '--help');
      expect([exitCode, /Usage: mailfold/.test(out)]).toEqual([0, true]);
    }
  });
});

describe('mailfold metrics', () => {
  it('calls a soft bounce evidence: it suppresses nothing yet', async () => {
    await commandLine('send', 'sendgrid', 'soft_bounce', '--to', 'full@example.com');
    await stack.untilIdle();
    expect((await commandLine('suppressions', 'check', 'full@example.com')).exitCode).toBe(0);
    const { out } = await commandLine('metrics');
    expect(out).toMatch(/^Evidence against sending: .*[1-9]\d* soft_bounce/m);
    expect(out).not.toMatch(/suppression/i);
  });
});
