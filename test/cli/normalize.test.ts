import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { providerNames } from '../../providers/manifests.ts';
import { temporaryFolder } from '../local/support/assembly.ts';
import { commandLine } from '../support/command-line.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

function file(name: string, content: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

const normalize = (provider: string, payload: string, ...options: string[]) =>
  commandLine('normalize', '--provider', provider, file('payload.json', payload), ...options);

/** The payloads that a provider's README shows. */
const examplesOf = (provider: string) => {
  const readme = readFileSync(new URL(`../../providers/${provider}/README.md`, import.meta.url), 'utf8');
  const examples = readme.slice(readme.indexOf('## Example'));
  return [...examples.matchAll(/```json\n([\s\S]*?)```/g)].map(([, example = '']) => example);
};

/** The mapping in the README of the Standard Webhooks. */
const mapping = JSON.stringify({
  types: { 'mail.arrived': 'delivered' },
  messageId: 'mail.ref',
  recipient: 'mail.rcpt',
  occurredAt: 'mail.at',
});

describe('mailfold normalize', () => {
  it.each(providerNames)('understands every example in the README of %s', async (provider) => {
    const examples = examplesOf(provider);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const isMapped = example.includes('mail.arrived');
      const { exitCode, out, error } = isMapped
        ? await normalize('acme-mail', example, '--mapping', file('mapping.json', mapping))
        : await normalize(provider, example);
      expect([example, exitCode, error]).toEqual([example, 0, '']);
      const events = JSON.parse(out);
      expect(events.length).toBeGreaterThan(0);
      for (const event of events)
        expect(event).toMatchObject({
          provider: isMapped ? 'acme-mail' : provider,
          id: expect.any(String),
          occurredAt: expect.any(String),
        });
    }
  });

  it('keeps every digit of a number beyond 2^53', async () => {
    const bounce = examplesOf('postmark').find((example) => example.includes('"Bounce"')) ?? '';
    const { out } = await normalize('postmark', bounce);
    expect(out).toContain('"ID": 4323372036854775807');
  });

  it('reads the headers that carry part of an event', async () => {
    const [example = ''] = examplesOf('resend');
    const { out } = await normalize('resend', example, '--headers', file('headers.txt', 'svix-id: msg_1\n'));
    expect(JSON.parse(out)).toMatchObject([{ id: 'msg_1', type: 'hard_bounce' }]);
  });

  it('shows the events it can read and says why it cannot read the others', async () => {
    const good = {
      event: 'open',
      timestamp: 1767225600,
      sg_event_id: 'e1',
      sg_message_id: 'm1.x',
      email: 'a@example.com',
    };
    const { exitCode, out, error } = await normalize(
      'sendgrid',
      JSON.stringify([good, { event: 'open', timestamp: 'soon', sg_event_id: 'e2' }]),
    );
    expect([exitCode, JSON.parse(out).length]).toEqual([1, 1]);
    expect(error).toBe(
      'one event cannot be read: expected a message, a recipient or a time, found none of them\n',
    );
  });

  it('says in one line what is wrong with a payload, a provider or a file', async () => {
    expect(await normalize('sendgrid', 'nonsense')).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('sendgrid: expected a JSON body'),
    });
    expect(await normalize('nobody', '{}')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('unknown provider "nobody"'),
    });
    expect(await commandLine('normalize', '--provider', 'ses', '/nowhere.json')).toMatchObject({
      exitCode: 2,
      error: 'cannot read /nowhere.json: there is no such file\n',
    });
  });
});
