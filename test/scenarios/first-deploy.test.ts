import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAsDeployed } from '../support/as-deployed.ts';
import { commandLine } from '../support/command-line.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';

// docs/first-deploy.md, as far as a local stack goes: all of its commands that do not belong to AWS or the CDK.

const page = readFileSync(new URL('../../docs/first-deploy.md', import.meta.url), 'utf8');
/** Nobody sends a real mail here. */
const waits = 'watch';
/** The test stack has keys of every provider from the start, a URL of this machine, and another name. */
const differs = [/\d+ keys?/g, /http\S+/g, /--stack \S+/g, /key [0-9a-f]{12}/g];

/** Each command with the lines that the page says it prints. */
const steps = [...page.matchAll(/```sh aws\n([^`]*?)```\n```\n([^`]*?)```/g)].flatMap(
  ([, typed = '', printed = '']) => {
    const command = typed.split('\n').findLast((line) => line.startsWith('npx mailfold '));
    return command && !command.includes(` ${waits} `) ? [{ command, printed }] : [];
  },
);

let stack: LocalStackForTheCommandLine;
let forgetEndpoint: () => void;
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
  forgetEndpoint = findAsDeployed(stack, 'KIM');
  writeFileSync(join(stack.dataDir, 'postmark-key.txt'), `mailfold:${'5e'.repeat(24)}`);
});
afterAll(async () => {
  forgetEndpoint?.();
  await stack?.stop();
});

function typed(command: string): string[] {
  return command
    .replace('npx mailfold ', '')
    .replace('--stack Mailfold-dev', `--stack ${stack.stackName}`)
    .replace('postmark-key.txt', join(stack.dataDir, 'postmark-key.txt'))
    .split(' ');
}

/** Lines without what differs from run to run. */
function shapes(text: string): string[] {
  const same = differs.reduce((each, pattern) => each.replaceAll(pattern, '*'), text);
  return same
    .replaceAll(/\d+/g, '0')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function matches(line: string, expected: string): boolean {
  const [start = '', end = ''] = expected.split('…');
  return expected.includes('…') ? line.startsWith(start) && line.endsWith(end) : line === expected;
}

describe('the page about the first deployment', () => {
  it('has commands for sending, asking, keys, doctor and URLs', () => {
    expect(steps.map(({ command }) => command.split(' ')[2])).toEqual([
      'send',
      'status',
      'secrets',
      'send',
      'suppressions',
      'doctor',
      'urls',
    ]);
  });

  it('says that doctor finds this stage unwell, because nobody gets its alarms', async () => {
    const { command = '', printed = '' } = steps.find((step) => step.command.includes(' doctor ')) ?? {};
    const { out, exitCode } = await commandLine(...typed(command));
    const [, lacking = 'nothing'] = /^(✗ alarm mails: .*)$/m.exec(printed) ?? [];
    expect([exitCode, out]).toEqual([1, expect.stringContaining(lacking)]);
    expect(page).toContain('✗ stands for what is not in order, and the exit code is then 1.');
  });

  it.each(steps)('says what is printed by: $command', async ({ command, printed }) => {
    const { out, exitCode } = await commandLine(...typed(command));
    // 1 is an answer: suppressed. And doctor finds no alarms here.
    expect(exitCode).toBeLessThanOrEqual(1);
    let rest = shapes(out);
    for (const expected of shapes(printed).filter((line) => line.trim() !== '…')) {
      const found = rest.findIndex((line) => matches(line, expected));
      expect(found, `expected the line "${expected}" in:\n${rest.join('\n')}`).toBeGreaterThanOrEqual(0);
      rest = rest.slice(found + 1);
    }
  });
});
