import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { hostile, steering } from '../support/hostile-text.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { aReport } from '../support/stack.ts';

let stack: LocalStackForTheCommandLine;
const email = 'ana@example.com';
const messageId = `m-${hostile}`.replaceAll('.', '_');

beforeAll(async () => {
  stack = await aStackForTheCommandLine();
  const report = { email, sg_message_id: `${messageId}.recvd-1` };
  await stack.postToSendgrid([
    aReport({ ...report, event: 'deferred', response: hostile, sg_event_id: 'deferred' }),
    aReport({ ...report, event: 'open', useragent: hostile, sg_event_id: 'open' }),
    aReport({
      ...report,
      event: 'bounce',
      type: 'bounce',
      reason: hostile,
      status: '5.1.1',
      sg_event_id: 'bounce',
    }),
    // Its recipient is no address, and is kept as it came.
    aReport({ ...report, email: `x${hostile}`, event: 'dropped', reason: hostile, sg_event_id: 'dropped' }),
    aReport({ ...report, event: hostile, sg_event_id: 'unknown' }),
  ]);
  await stack.untilIdle();
});
afterAll(() => stack?.stop());

describe('what a stranger wrote', () => {
  it.each([
    [['status', messageId], 0],
    [['explain', messageId], 0],
    [['explain', email], 0],
    [['recipient', email], 0],
    [['suppressions', 'check', email], 1],
    [['suppressions', 'list'], 0],
    [['status', `unknown-${hostile}`], 1],
    [['explain', `unknown-${hostile}`], 1],
    [['suppressions', 'check', hostile], 2],
    [[hostile], 2],
    [['status', messageId, `--${hostile}`], 2],
  ])('does not steer the terminal: command %#', async (words, exitCode) => {
    const said = await commandLine(...words);
    expect([said.exitCode, said.out + said.error]).toEqual([exitCode, expect.not.stringMatching(steering)]);
    if (exitCode === 0 && !words.includes('--json')) {
      const asJson = await commandLine(...words, '--json');
      expect(asJson.out).not.toMatch(steering);
      expect(() => JSON.parse(asJson.out)).not.toThrow();
    }
  });

  it('is in JSON as it was', async () => {
    const { out } = await commandLine('status', messageId, '--json');
    expect(JSON.parse(out)).toMatchObject({ messageId });
    expect(out).toContain('\\u009b2J');
  });

  it('is in an export without control characters, or escaped', async () => {
    const csv = await commandLine('suppressions', 'export');
    expect(csv.out).toContain('ESC[[2J]');
    expect(csv.out.replaceAll('\r\n', '\n')).not.toMatch(steering);
    // Without the control characters it would be the address of somebody else.
    expect(csv.out).not.toContain('xesc[');
    expect(csv.error).toContain('left out 1 address with control characters');
    const lines = await commandLine('suppressions', 'export', '--format', 'jsonl');
    expect(lines.out).toContain('"address":"xesc[');
    expect(lines.out).not.toMatch(steering);
    const exported = lines.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exported).toContainEqual(expect.objectContaining({ address: email, diagnostic: hostile }));
  });

  it('does not steer the terminal through a file', async () => {
    const payload = join(stack.dataDir, 'payload.json');
    writeFileSync(payload, JSON.stringify([{ ...aReport({ email, reason: hostile }), event: hostile }]));
    const list = join(stack.dataDir, 'list.csv');
    writeFileSync(
      list,
      `address,cause,${hostile.replaceAll('\r', '')}\n${hostile.replace('\r', '')},manual,x\n`,
    );
    for (const words of [
      ['normalize', '--provider', 'sendgrid', payload],
      ['suppressions', 'import', list, '--by', 'kim'],
    ]) {
      const { out, error } = await commandLine(...words);
      expect(out + error).not.toBe('');
      expect(out + error).not.toMatch(steering);
    }
  });
});
