import { beforeAll, describe, expect, it } from 'vitest';
import type { CliCommand } from '../../cli/command.ts';
import { commandLine } from '../support/command-line.ts';
import { wholeProgram } from '../support/whole-program.ts';

const { commands } = await wholeProgram();
const leaves = commands.filter(([, command]) => command.commands.length === 0);
const optionsOf = (command: CliCommand) => command.options.map(({ long }) => long);

beforeAll(() => {
  // No local stack runs here.
  process.env['MAILFOLD_DIR'] = '/nowhere';
});

describe.each(commands)('mailfold %s', (name, command) => {
  const words = name.split(' ');

  it('has help with examples of itself', async () => {
    const { exitCode, out, error } = await commandLine(...words, '--help');
    expect([exitCode, error]).toEqual([0, '']);
    expect(out).toContain(`Usage: mailfold ${name}`);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) {
      expect(example.startsWith(name)).toBe(true);
      expect(out).toContain(`  mailfold ${example}`);
    }
    expect(await commandLine('help', ...words)).toEqual({ exitCode, out, error });
  });

  it('is described in the style of the others', () => {
    for (const does of [command.description(), ...command.options.map(({ description }) => description)]) {
      expect(does).toMatch(/^[a-zA-Z].*[^.]$/);
    }
  });

  it('refuses an option that it does not know, with one that is similar', async () => {
    // Commander names a missing option first.
    const given = command.options
      .filter(({ mandatory }) => mandatory)
      .flatMap(({ long }) => [String(long), 'x']);
    expect(await commandLine(...words, ...given, '--hepl')).toMatchObject({
      exitCode: 2,
      out: '',
      error: expect.stringMatching(/unknown option '--hepl'\n\(Did you mean --help\?\)/),
    });
  });
});

describe.each(leaves)('mailfold %s', (name, command) => {
  it('refuses more arguments than it takes', async () => {
    if (command.registeredArguments.at(-1)?.variadic) return;
    const tooMany = Array.from({ length: command.registeredArguments.length + 1 }, () => 'x');
    const mandatory = command.options.filter((option) => option.mandatory);
    const given = mandatory.flatMap(({ long }) => [String(long), 'x']);
    expect(await commandLine(...name.split(' '), ...tooMany, ...given)).toMatchObject({
      exitCode: 2,
      out: '',
    });
  });

  it('prints JSON for scripts', () => {
    // These print nothing else: JSON, or a script for the shell.
    const always = ['normalize', 'completion'];
    expect(optionsOf(command).includes('--json')).toBe(!always.includes(name));
  });

  it('takes the profile and the region together with the stack', () => {
    const chosen = ['--stack', '--profile', '--region'].filter((option) =>
      optionsOf(command).includes(option),
    );
    expect(chosen).toHaveLength(chosen.length === 0 ? 0 : 3);
  });

  it('says in one line that there is no stack', async () => {
    if (!optionsOf(command).includes('--stack')) return;
    const values: Record<string, string> = {
      address: 'a@example.com',
      file: import.meta.filename,
      provider: 'sendgrid',
      question: 'select 1',
      type: 'open',
    };
    const given = [
      ...command.registeredArguments.map((argument) => values[argument.name()] ?? 'x'),
      ...command.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [String(long), 'x']),
    ];
    const { exitCode, out, error } = await commandLine(
      ...name.split(' '),
      ...given,
      ...(name === 'dlq redrive' ? ['--all'] : []),
    );
    expect([exitCode, out, error.trimEnd().split('\n')]).toEqual([
      3,
      '',
      [expect.stringMatching(/^no local stack is running in this folder; /)],
    ]);
  });
});

describe('mailfold', () => {
  it('shows its version, and help for a wrong name', async () => {
    expect((await commandLine('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await commandLine('satus')).toMatchObject({
      exitCode: 2,
      error: expect.stringMatching(/unknown command 'satus'\n\(Did you mean status\?\)/),
    });
    for (const words of [
      ['help', 'nobody'],
      ['nobody', '--help'],
      ['dlq', 'nobody', '-h'],
    ])
      expect(await commandLine(...words)).toMatchObject({
        exitCode: 2,
        error: expect.stringContaining('unknown command'),
      });
  });

  it('has help that fits into a terminal of 96 columns', async () => {
    for (const name of ['', ...commands.map(([each]) => each)]) {
      const { out } = await commandLine(...name.split(' ').filter(Boolean), '--help');
      // Examples and the usage can be longer: one copies the first, and skims the second.
      const lines = out.split('\n').filter((line) => !/^( {2}|Usage: )mailfold /.test(line));
      expect([name, lines.filter((line) => line.length > 96)]).toEqual([name, []]);
    }
  });
});
