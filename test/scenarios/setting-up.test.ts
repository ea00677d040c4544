import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namesWithSecret, providerNames } from '../../providers/manifests.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { aKeyPair, signed } from '../support/sendgrid.ts';
import { aReport } from '../support/stack.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
});
afterAll(() => stack?.stop());

const json = async (...words: string[]) => JSON.parse((await commandLine(...words, '--json')).out);
const keyFile = (key: string) => {
  const path = join(stack.dataDir, 'key.txt');
  writeFileSync(path, `${key}\n`);
  return path;
};

describe('mailfold secrets', () => {
  it('adds a second key, and both are valid until one is removed', async () => {
    const next = aKeyPair();
    const [before] = (await json('secrets', 'list')).filter(
      ({ provider }: { provider: string }) => provider === 'sendgrid',
    );
    const set = await json('secrets', 'set', 'sendgrid', '--file', keyFile(next.verificationKey));
    expect(set).toMatchObject({ provider: 'sendgrid', added: true, keys: 2 });
    // A new key works with the first request that does not match the old one.
    expect(await stack.post('sendgrid', signed(JSON.stringify([aReport()]), next.signingKey))).toBe(200);
    expect(await stack.postToSendgrid([aReport()])).toBe(200);
    expect(await json('secrets', 'set', 'sendgrid', '--file', keyFile(next.verificationKey))).toMatchObject({
      added: false,
      keys: 2,
    });
    expect(await json('secrets', 'retire', 'sendgrid', set.fingerprint)).toMatchObject({ keys: 1 });
    const [after] = (await json('secrets', 'list')).filter(
      ({ provider }: { provider: string }) => provider === 'sendgrid',
    );
    expect(after).toEqual(before);
  });

  it('shows names and fingerprints, and never a key', async () => {
    const { out } = await commandLine('secrets', 'list');
    for (const name of namesWithSecret) {
      expect(out).toContain(name);
      expect(out).not.toContain(stack.providerKeys[name]?.verificationKey);
    }
  });

  it('checks the form of a key before it stores it', async () => {
    const refused = async (provider: string, key: string) =>
      commandLine('secrets', 'set', provider, '--file', keyFile(key));
    expect(await refused('sendgrid', 'not a key')).toMatchObject({
      exitCode: 2,
      error: 'sendgrid: expected a public key in base64, such as MFkwEwYH…; nothing was changed\n',
    });
    expect(await refused('postmark', 'no-colon')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('user:password'),
    });
    for (const key of ['re_api_key!', 'abc'])
      expect(await refused('resend', key)).toMatchObject({ exitCode: 2 });
    expect(await refused('sendgrid', '')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('found nothing'),
    });
    expect(await refused('ses', 'x')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('SES has no key'),
    });
    expect(await refused('nobody', 'x')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('unknown provider "nobody"'),
    });
    for (const name of namesWithSecret) {
      const key = (await simulatorOf(name))?.makeKeys().verificationKey ?? '';
      expect([name, (await refused(name, key)).exitCode]).toEqual([name, 0]);
    }
  });

  it('does not remove the last key by accident', async () => {
    const [awardee] = (await json('secrets', 'list')).filter(
      ({ provider }: { provider: string }) => provider === 'awardee',
    );
    for (const fingerprint of awardee.fingerprints.slice(1))
      await commandLine('secrets', 'retire', 'awardee', fingerprint);
    expect(await commandLine('secrets', 'retire', 'awardee', awardee.fingerprints[0])).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('add --yes'),
    });
    expect(await commandLine('secrets', 'retire', 'awardee', 'unheard-of')).toMatchObject({ exitCode: 1 });
  });
});

describe('mailfold urls', () => {
  it('says which URL to enter where', async () => {
    const listed = await json('urls');
    expect(listed.map(({ provider }: { provider: string }) => provider)).toEqual(providerNames);
    expect(listed).toContainEqual({ provider: 'postmark', url: `${stack.apiUrl}/webhooks/postmark` });
    const { out } = await commandLine('urls', 'sendgrid');
    const url = `${stack.apiUrl}/webhooks/sendgrid`;
    // Alone on the first line, for scripts and for copying; then in the steps, without Markdown.
    expect(out.split('\n')[0]).toBe(url);
    expect(out).toContain(`2. Post URL: ${url}\n`);
    expect(out).toMatch(/5\. Set the key:\n.*mailfold.* secrets set sendgrid\n/);
    for (const { provider } of listed) {
      const steps = (await commandLine('urls', provider)).out;
      expect([provider, steps.match(/[`*]|WebhookUrl|SesTopicArn|\]\(/g)]).toEqual([provider, null]);
      expect(steps).toMatch(/^1\. /m);
    }
  });

  it('has the topic of SES, its configuration set, and what to set before other accounts have a URL', async () => {
    const [ses] = await json('urls', 'ses');
    const { SesTopicArn: topicArn } = stack.outputs;
    // No other topic may post yet.
    expect(ses).toEqual({ provider: 'ses', topicArn });
    const { out } = await commandLine('urls', 'ses');
    expect(out).toMatch(/^SES, in the account and region of the stack$/m);
    expect(out).toContain(`topic              ${topicArn}\nconfiguration set  none`);
    expect(out).toMatch(
      /^SES for other accounts and regions\nno URL yet: list .+ in the setting sesTopicArns$/m,
    );
    expect((await commandLine('urls')).out).toContain(`ses                ${topicArn}\n`);
  });
});

describe('mailfold watch', () => {
  it('says that a signature was valid once the event is stored', async () => {
    const watching = commandLine('watch', 'resend', '--timeout', '60', '--json');
    // Sent repeatedly, because the test cannot know when watching has started.
    const ended = { yes: false };
    void watching.then(() => {
      ended.yes = true;
    });
    for (let time = 0; !ended.yes && time < 60; time += 1) {
      await commandLine('send', 'resend', 'delivered', '--message', `watched-${time}`);
      await stack.untilIdle();
    }
    const { exitCode, out } = await watching;
    expect([exitCode, JSON.parse(out)]).toMatchObject([
      0,
      { valid: true, event: { provider: 'resend', type: 'delivered' } },
    ]);
  });

  it('says why a request was refused', async () => {
    const watching = commandLine('watch', 'sendgrid', '--timeout', '60');
    const ended = { yes: false };
    void watching.then(() => {
      ended.yes = true;
    });
    while (!ended.yes) await stack.post('sendgrid', signed('[]', aKeyPair().signingKey));
    const { exitCode, out } = await watching;
    expect(exitCode).toBe(1);
    expect(out).toMatch(/refused: signature-mismatch\nMost likely: the key belongs to another webhook/);
  });

  it('gives up when nothing comes', async () => {
    expect(await commandLine('watch', 'mailgun', '--timeout', '1')).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('no webhook came from mailgun'),
    });
  });
});

describe('mailfold doctor', () => {
  it('finds a healthy stack healthy', async () => {
    await stack.postToSendgrid([aReport()]);
    await stack.untilIdle();
    const { exitCode, out } = await commandLine('doctor');
    expect([exitCode, out.match(/✗.*/g)]).toEqual([0, null]);
    for (const hop of [
      'API: answers',
      'events queue: empty',
      'messages table: deletes expired rows',
      'consumer: reads its queue',
      'dead letters: none',
      'SES topic: delivers to the queue',
      'sendgrid: last event in the last 5 minutes',
      'version: ',
    ]) {
      expect(out).toContain(hop);
    }
  });

  it('names what is wrong at each hop, and the command that repairs it', async () => {
    const unwell = async () =>
      (await json('doctor')).findings
        .filter(({ state }: { state: string }) => state === 'unwell')
        .map(({ what, repair }: { what: string; repair: string }) => `${what}: ${repair}`);
    expect(await unwell()).toEqual([]);

    const mapping = stack.mapping('MailfoldConsumer');
    await mapping.disable();
    expect(await unwell()).toEqual([
      expect.stringMatching(/^consumer: aws lambda update-event-source-mapping --uuid \w+ --enabled/),
    ]);
    mapping.enable();

    await stack.sqs.send(
      new SendMessageCommand({ QueueUrl: stack.outputs['DeadLetterQueueUrl'], MessageBody: 'dead' }),
    );
    expect(await unwell()).toEqual(['dead letters: npx mailfold dlq list']);
    await stack.takeDeadLetters();

    const keys = await json('secrets', 'list');
    for (const { provider, fingerprints } of keys) {
      for (const fingerprint of fingerprints)
        await commandLine('secrets', 'retire', provider, fingerprint, '--yes');
    }
    expect(await unwell()).toContain('keys: npx mailfold secrets set sendgrid');
    expect((await commandLine('doctor')).exitCode).toBe(1);
  });
});
