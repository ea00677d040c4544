import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { eventually } from '../support/wait.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
});
afterAll(() => stack?.stop());

function aFile(name: string, content: string): string {
  const path = join(stack.dataDir, name);
  writeFileSync(path, content);
  return path;
}

const importing = (form: string, path: string, ...options: string[]) =>
  commandLine('import', 'events', '--from', form, path, ...options);

async function statusOf(messageId: string) {
  const { out } = await commandLine('status', messageId, '--json', '--no-wait');
  return out === '' ? undefined : JSON.parse(out).recipients[0];
}

/** The webhook reports an event, and it is stored. */
async function happens(type: string, to: string, message: string, ...options: string[]): Promise<void> {
  await commandLine('send', 'sendgrid', type, '--to', to, '--message', message, ...options);
  await eventually(`a status of ${message}`, () => statusOf(message));
}

const activity = [
  'processed,message_id,event,email,reason,type',
  '2024-01-01 00:00:01,old1.filter1,processed,ana@example.com,,',
  '2024-01-01 00:00:03,old1.filter1,bounced,ana@example.com,550 5.1.1 no such user,bounce',
  '2024-01-02 00:00:01,old2.filter1,delivered,ben@example.com,250 OK,',
  'yesterday,old3.filter1,delivered,ben@example.com,,',
  '',
].join('\n');

describe('what happened in the past', () => {
  it('is shown first, and imported after a yes, however old it is', async () => {
    const file = aFile('activity.csv', activity);
    const shown = await importing('sendgrid-activity', file, '--dry-run');
    expect(shown).toMatchObject({
      exitCode: 1,
      out: [
        '4 records, 3 events to import, from 2024-01-01 00:00:01 UTC to 2024-01-02 00:00:01 UTC',
        '  processed    1',
        '  hard_bounce  1',
        '  delivered    1',
        '1 record cannot be read and is left out:',
        `  ${file}, line 5: expected a time such as 2026-01-31T12:00:00Z`,
        'Nothing was changed: this was a dry run.',
        '',
      ].join('\n'),
    });
    expect(await importing('sendgrid-activity', file)).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('add --yes'),
    });
    const words = ['import', 'events', '--from', 'sendgrid-activity', file];
    expect(await answering('no', ...words)).toMatchObject({ exitCode: 1 });
    expect(await statusOf('old1')).toBeUndefined();

    const done = await answering('y', ...words);
    expect(done.out).toContain('3 events sent, 3 stored');
    expect(await statusOf('old1')).toMatchObject({
      recipient: 'ana@example.com',
      status: 'hard_bounce',
      since: '2024-01-01T00:00:03.000Z',
      suppressed: true,
    });
    expect((await commandLine('explain', 'old1')).out).toMatch(/imported +hard_bounce/);
    const { out } = await commandLine('explain', 'ana@example.com', '--json');
    expect(JSON.parse(out).history).toMatchObject([
      {
        cause: 'hard_bounce',
        occurredAt: '2024-01-01T00:00:03.000Z',
        messageId: 'old1',
        provider: 'sendgrid',
      },
    ]);
  });

  it('changes nothing the second time', async () => {
    const rows = await stack.rows();
    const again = await importing('sendgrid-activity', aFile('activity.csv', activity), '--yes');
    expect(again.out).toContain('3 events stored already');
    expect(again.out).toContain('There is nothing to import.');
    expect(await stack.rows()).toEqual(rows);
  });

  it('is listed among the messages of its time, not of today', async () => {
    await happens('delivered', 'ben@example.com', 'today1');
    const { out } = await commandLine('recipient', 'ben@example.com', '--json');
    const { messages } = JSON.parse(out);
    expect(messages.map(({ messageId }: { messageId: string }) => messageId)).toEqual(['today1', 'old2']);
    expect(messages[1].firstSeenAt).toBe('2024-01-02T00:00:01.000Z');
  });

  it('is counted apart from what happens today', async () => {
    const { out } = await commandLine('metrics', '--json');
    const counted = (name: string) =>
      (JSON.parse(out) as { name: string; of: { type?: string }; total: number }[])
        .filter((each) => each.name === name)
        .map(({ of, total }) => [of.type, total]);
    expect(counted('Imported').toSorted()).toEqual([
      ['delivered', 1],
      ['hard_bounce', 1],
      ['processed', 1],
    ]);
    expect(counted('Stored')).toEqual([['delivered', 1]]);
    expect(counted('Suppressions')).toEqual([]);
    expect((await commandLine('metrics')).out).toContain('Imported events of the past: 3 sendgrid');
  });

  it('is not stored again when the webhook has reported it', async () => {
    const at = new Date(Date.now() - 60_000).toISOString();
    await happens('open', 'cleo@example.com', 'live1', '--at', at);
    const row = (event: string, time: string) => `${time},live1.filter9,${event},cleo@example.com,,\n`;
    const file = aFile(
      'overlap.csv',
      `processed,message_id,event,email,reason,type\n${row('opened', at)}${row('delivered', '2024-01-01T00:00:00Z')}`,
    );
    const { out } = await importing('sendgrid-activity', file, '--yes', '--json');
    expect(JSON.parse(out)).toMatchObject({ known: 1, fresh: 1, sent: 1, missing: 0 });
    const until = await importing('sendgrid-activity', file, '--until', '2023-01-01', '--json');
    expect(JSON.parse(until.out)).toMatchObject({ outside: 2, fresh: 0, sent: 0 });
  });

  it('has the ids of the webhook where the file has them', async () => {
    const report = (messageId: string) => ({
      eventType: 'Delivery',
      mail: { timestamp: '2025-01-01T00:00:00.000Z', messageId, destination: ['dan@example.com'] },
      delivery: {
        timestamp: '2025-01-01T00:00:01.000Z',
        recipients: ['dan@example.com'],
        smtpResponse: '250 OK',
      },
    });
    await stack.publishToTopic(report('s1'));
    await stack.untilIdle();
    // Firehose writes no line breaks between its records.
    const file = aFile('firehose', `${JSON.stringify(report('s1'))}${JSON.stringify(report('s2'))}`);
    const { out } = await importing('ses-firehose', file, '--yes', '--json');
    expect(JSON.parse(out)).toMatchObject({ records: 2, known: 1, fresh: 1, sent: 1, missing: 0 });
    expect(await statusOf('s2')).toMatchObject({ status: 'delivered' });
  });

  it('leaves everything consistent', async () => {
    expect(await commandLine('audit', '--deep')).toMatchObject({ exitCode: 0 });
  });

  it('is refused when the file is another one, with what was expected', async () => {
    expect(await importing('sendgrid-activity', aFile('x.csv', 'a,b\n1,2\n'), '--yes')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining(
        'with the columns processed, message_id, event, email; missing: processed',
      ),
    });
    expect(await importing('sengrid-activity', 'x.csv')).toMatchObject({
      exitCode: 2,
      error: '--from sengrid-activity: did you mean sendgrid-activity?\n',
    });
  });
});
