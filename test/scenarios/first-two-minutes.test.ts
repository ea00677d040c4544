import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providerNames } from '../../providers/manifests.ts';
import { simulatorOf } from '../../providers/simulators.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';

let stack: LocalStackForTheCommandLine;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
});
afterAll(() => stack?.stop());

describe('send, then status, without a pause', () => {
  it.each(providerNames)('answers for %s', async (provider) => {
    const kinds = (await simulatorOf(provider))?.kinds ?? [];
    const kind = kinds.includes('delivered') ? 'delivered' : 'unknown';
    const sent = await commandLine('send', provider, kind, '--message', `quick-${provider}`, '--json');
    expect(sent.exitCode).toBe(0);
    expect(JSON.parse(sent.out)).toMatchObject({ stored: true, storedAfterMilliseconds: expect.any(Number) });
    // The id that `send` names: a provider may have none of its own.
    const { messageId } = JSON.parse(sent.out);
    const status = await commandLine('status', messageId, '--no-wait', '--json');
    expect([status.exitCode, status.error]).toEqual([0, '']);
  });

  it('says how long storing took, and what to ask next', async () => {
    const { out } = await commandLine('send', 'sendgrid', 'open', '--message', 'quick');
    expect(out).toMatch(/\nStored after \d+ ms\.\nSee its status: npx mailfold status quick\n$/);
  });
});

describe('while the consumer is behind', () => {
  it('status and explain wait for a message that may be on its way, and say so', async () => {
    const mapping = stack.mapping('MailfoldConsumer');
    await mapping.disable();
    await commandLine('send', 'sendgrid', 'delivered', '--message', 'on-its-way', '--no-wait');
    const asked = [commandLine('status', 'on-its-way'), commandLine('explain', 'on-its-way')];
    expect(await commandLine('status', 'on-its-way', '--no-wait')).toMatchObject({ exitCode: 1 });
    mapping.enable();
    for (const { exitCode, error, out } of await Promise.all(asked)) {
      expect([exitCode, out]).toEqual([0, expect.stringContaining('delivered')]);
      expect(error).toMatch(/^No event about it is stored yet, but 1 queue message is being processed/);
    }
  });

  it('an unknown message is answered at once when the queue is empty', async () => {
    await stack.untilIdle();
    const { exitCode, error } = await commandLine('status', 'never-sent');
    expect(exitCode).toBe(1);
    expect(error).not.toContain('waiting');
  });
});
