import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
});
afterAll(() => stack?.stop());

async function happen(...events: [type: string, at: string][]): Promise<void> {
  for (const [type, at] of events)
    await commandLine('send', 'sendgrid', type, '--to', 'ana@example.com', '--message', 'm1', '--at', at);
  await stack.untilIdle();
}

describe('mailfold explain', () => {
  it('shows which event decided the status of a message, and why the others did not', async () => {
    await happen(
      ['hard_bounce', '-1h'],
      ['processed', '-2h'],
      ['delivered', '-30m'],
      ['unsubscribe', '-20m'],
    );
    const { out, exitCode } = await commandLine('explain', 'm1', '--json');
    expect(exitCode).toBe(0);
    const [ana] = JSON.parse(out).recipients;
    expect(ana).toMatchObject({ recipient: 'ana@example.com', status: 'hard_bounce', final: true });
    const effects = ana.timeline.map(
      ({ type, effect }: { type: string; effect: { verdict: string; lostTo?: { type: string } } }) => [
        type,
        effect.verdict,
        effect.lostTo?.type,
      ],
    );
    expect(effects).toEqual([
      ['processed', 'outranked', 'hard_bounce'],
      ['hard_bounce', 'decided', undefined],
      ['delivered', 'outranked', 'hard_bounce'],
      ['unsubscribe', 'no_effect', undefined],
    ]);
    expect(ana.timeline[1].lagMilliseconds).toBeGreaterThanOrEqual(3_600_000);
    const said = (await commandLine('explain', '<m1>')).out;
    expect(said).toMatch(/^> \S+ \S+ UTC {2}\S+ \S+ UTC {2}\d+ (min|h) +hard_bounce\n {4}decided: /m);
    expect(said).toContain('    lower precedence: hard_bounce outranks delivered, whatever the time\n');
    for (const line of said.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('shows every cause of an address, which are active, and what a release would do', async () => {
    await commandLine('suppressions', 'release', 'ana@example.com', '--by', 'kim', '--because', 'is back');
    await happen(['complaint', '+1s']);
    await commandLine(
      'suppressions',
      'add',
      'ana@example.com',
      '--scope',
      '10',
      '--by',
      'kim',
      '--because',
      'x',
    );
    const explained = JSON.parse((await commandLine('explain', 'Ana@example.com', '--json')).out);
    expect(explained.history.map(({ fate }: { fate: string }) => fate).sort()).toEqual([
      'ended',
      'released',
      'released',
      'suppresses',
      'suppresses',
    ]);
    expect(explained.causes.map(({ cause }: { cause: string }) => cause)).toEqual(['complaint', 'manual']);
    const said = (await commandLine('explain', 'ana@example.com')).out;
    expect(said).toContain('    ended 2 earlier pieces of evidence\n    by kim: is back, event');
    expect(said).toMatch(/hard_bounce {2}all mail\n {4}released by kim on /);
    expect(said).toMatch(
      / {2}for stream 10: would end manual \(stream 10\); complaint \(all mail\) would stay/,
    );
    for (const line of said.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('says that a bounce may be an automatic reply, and five of them do not suppress the address', async () => {
    const to = ['--to', 'away@example.com'];
    for (const message of ['a1', 'a2', 'a3', 'a4', 'a5'])
      await commandLine('send', 'ses', 'automatic_reply', ...to, '--message', message);
    await stack.untilIdle();
    const { recipients } = JSON.parse((await commandLine('explain', 'a5', '--json')).out);
    expect(recipients).toMatchObject([
      { status: 'soft_bounce', suppressed: false, timeline: [{ mayBeAutomaticReply: true }] },
    ]);
    expect((await commandLine('explain', 'a5')).out.replace(/\s+/g, ' ')).toContain(
      'It may be an automatic reply, so it does not count toward suppression.',
    );
  });

  it('says that a machine opened the message, which does not set its status', async () => {
    for (const [kind, at] of [
      ['delivered', '-2h'],
      ['machine_open', '-1h'],
    ] as const)
      await commandLine('send', 'sendgrid', kind, '--to', 'mpp@example.com', '--message', 'mpp', '--at', at);
    await stack.untilIdle();
    const { recipients } = JSON.parse((await commandLine('explain', 'mpp', '--json')).out);
    expect(recipients).toMatchObject([
      { status: 'delivered', timeline: [{}, { type: 'open', effect: { verdict: 'machine' } }] },
    ]);
    expect((await commandLine('explain', 'mpp')).out.replace(/\s+/g, ' ')).toContain(
      'opened by a program, not by a person (sendgrid sg_machine_open): the status does not count it',
    );
  });

  it('says so when there is nothing to explain', async () => {
    expect(await commandLine('explain', 'nowhere')).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('nowhere: no event about this message has arrived'),
    });
    expect(await commandLine('explain', 'new@example.com')).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('new@example.com is not suppressed and has no history'),
    });
  });
});
