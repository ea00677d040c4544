import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackPayload } from '../../store/payload.ts';
import { callApi } from '../support/api.ts';
import { commandLine } from '../support/command-line.ts';
import { lakeOf } from '../support/lake.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { aReport } from '../support/stack.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
});
afterAll(() => stack?.stop());

const forget = (address: string) =>
  commandLine('forget', address, '--because', 'asked for erasure', '--by', 'kim', '--yes');
const suppressed = async (address: string) =>
  (await commandLine('suppressions', 'check', address)).exitCode === 1;

/** Every string in both tables, with payloads unpacked. */
async function everything(): Promise<string> {
  const { Items = [] } = await stack.dynamoDb.send(
    new ScanCommand({ TableName: stack.outputs['AddressesTableName'], ConsistentRead: true }),
  );
  const rows = [...(await stack.rows()), ...Items];
  return rows.map((row) => JSON.stringify(row) + (row['payload'] ? unpackPayload(row) : '')).join('\n');
}

describe('mailfold forget', () => {
  it('removes everything that names an address, and nothing of other addresses', async () => {
    await commandLine(
      'send',
      'ses',
      'hard_bounce',
      '--to',
      'Ana@example.com',
      '--to',
      'ben@example.com',
      '--to',
      'banana@example.com',
      '--message',
      'f1',
    );
    await commandLine('send', 'sendgrid', 'open', '--to', 'ana@example.com', '--message', 'f2');
    await commandLine('send', 'postmark', 'resubscribe', '--to', 'ana@example.com');
    await commandLine('send', 'sendgrid', 'delivered', '--to', 'banana@example.com', '--message', 'f3');
    await stack.untilIdle();
    await lakeOf(stack).untilTold();
    expect((await everything()).toLowerCase()).toContain('"ana@example.com"');

    const { exitCode, out } = await forget('ANA@example.com');
    expect([exitCode, out]).toEqual([
      0,
      'Deleted: 3 events, 2 statuses, 2 history entries.\n' +
        'Removed the address from 2 events of other recipients of the same messages.\n' +
        'The lake keeps 3 events for its counts, in new files that do not lead to the address. The files before are deleted within two hours; until then a question to the lake can still show the message ids, the links and the hash of the person.\n' +
        'It stays suppressed (hard_bounce): a hash that only this stack can make remains.\n',
    ]);
    expect((await everything()).toLowerCase()).not.toMatch(/(?<!\w)ana@example\.com/);
    expect(JSON.stringify((await stack.message('f1'))?.recipients[0]?.events[0]?.payload)).toContain(
      'banana@example.com',
    );
    expect(
      (await stack.message('f1'))?.recipients.map(({ recipient, status }) => [recipient, status?.type]),
    ).toEqual([
      ['banana@example.com', 'hard_bounce'],
      ['ben@example.com', 'hard_bounce'],
    ]);
    expect(await stack.message('f3')).toBeDefined();
    // Rows that were redacted may differ from their payloads.
    expect(await commandLine('audit', '--deep')).toMatchObject({ exitCode: 0 });
  });

  it('keeps a suppressed address suppressed, for the command line and the API, until it is released', async () => {
    expect(await suppressed('ana@example.com')).toBe(true);
    expect((await callApi(stack, 'GET', '/v1/suppressions/ana@example.com')).body).toMatchObject({
      suppressed: true,
      cause: { cause: 'hard_bounce' },
    });
    expect((await commandLine('suppressions', 'list')).out).not.toContain('forgotten');
    expect((await commandLine('suppressions', 'export')).out).not.toContain('forgotten');
    await commandLine(
      'suppressions',
      'release',
      'ana@example.com',
      '--by',
      'kim',
      '--because',
      'asked to be written to',
    );
    expect(await suppressed('ana@example.com')).toBe(false);
  });

  it('does not suppress an address that was not, and finds nothing the second time', async () => {
    await commandLine('send', 'sendgrid', 'delivered', '--to', 'fine@example.com', '--message', 'f4');
    await stack.untilIdle();
    await lakeOf(stack).until("message_id = 'f4'");
    expect((await forget('fine@example.com')).out).toContain('It was not suppressed.');
    expect(await suppressed('fine@example.com')).toBe(false);
    expect(await forget('fine@example.com')).toMatchObject({
      exitCode: 1,
      out: 'Nothing is stored about this address.\n',
    });
  });

  it('keeps a cap that was reached, and what a release ended, when old reports are told late', async () => {
    const startOfYear = 1_767_225_600;
    const reports = (event: object, messages: string[]) =>
      messages.map((message, index) =>
        aReport({
          email: 'soft@example.com',
          event: 'bounce',
          timestamp: startOfYear + index,
          sg_message_id: `${message}.recvd-1`,
          sg_event_id: `bounce-of-${message}`,
          ...event,
        }),
      );
    const softBounces = reports({ type: 'blocked' }, ['s1', 's2', 's3', 's4', 's5']);
    await stack.postToSendgrid(softBounces);
    await stack.untilIdle();
    expect((await forget('soft@example.com')).out).toContain('It stays suppressed (soft_bounce)');
    expect(await suppressed('soft@example.com')).toBe(true);

    const person = ['--by', 'lee', '--because', 'asked by phone'];
    await commandLine('suppressions', 'release', 'soft@example.com', ...person);
    expect((await forget('soft@example.com')).exitCode).toBe(0);
    expect(await suppressed('soft@example.com')).toBe(false);
    await stack.postToSendgrid([...softBounces, ...reports({ type: 'bounce' }, ['h1'])]);
    await stack.untilIdle();
    expect(await suppressed('soft@example.com')).toBe(false);
    const now = Math.floor(Date.now() / 1000) + 1;
    await stack.postToSendgrid(reports({ type: 'bounce', timestamp: now }, ['h2']));
    await stack.untilIdle();
    expect(await suppressed('soft@example.com')).toBe(true);
    expect((await everything()).includes('lee')).toBe(false);
  });
});
