import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { completedCommands, optionsWithValue } from '../../cli/completion/script.ts';
import { causes } from '../../core/suppression.ts';
import { questions } from '../../lake/sql/questions.ts';
import { namesWithSecret, providerNames } from '../../providers/manifests.ts';
import { commandLine } from '../support/command-line.ts';
import { wholeProgram } from '../support/whole-program.ts';

/** What bash would offer at the end of each line. */
async function offered(...lines: string[]): Promise<string[][]> {
  const { out } = await commandLine('completion', 'bash');
  // Bash itself divides a line into words; only its reading of the keyboard is played here.
  const asking = `
ask() {
  local breaks='@=:' line=$1 word
  COMP_WORDS=()
  for word in $line; do
    while [[ $word =~ ^([^$breaks]+)([$breaks])(.*)$ ]]; do
      COMP_WORDS+=("\${BASH_REMATCH[1]}" "\${BASH_REMATCH[2]}"); word=\${BASH_REMATCH[3]}
    done
    COMP_WORDS+=("$word")
  done
  [[ $line == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)) COMPREPLY=()
  _mailfold
  echo "\${COMPREPLY[*]}"
}
`;
  const calls = lines.map((line) => `ask '${line}'`).join('\n');
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${out}\n${asking}\n${calls}`], {
    encoding: 'utf8',
    cwd: new URL('../..', import.meta.url),
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split(' ').filter(Boolean));
}

describe('completion in bash', () => {
  it('offers commands, and those of a group', async () => {
    const [all, some, ofGroup] = await offered('mailfold ', 'mailfold s', 'mailfold dlq ');
    expect(all).toEqual(expect.arrayContaining(['status', 'suppressions', 'dlq', 'completion']));
    expect(some).toEqual(all?.filter((name) => name.startsWith('s')));
    expect(ofGroup).toEqual(['list', 'show', 'redrive']);
  });

  it('offers providers where one is expected, after options and addresses too', async () => {
    expect(
      await offered(
        'mailfold watch ',
        'mailfold secrets set --stack Mailfold ',
        'mailfold send --to ana@example.com --json postm',
        'mailfold dlq list --provider send',
        'mailfold watch sendgrid ',
      ),
    ).toEqual([providerNames, namesWithSecret, ['postmark'], ['sendgrid'], []]);
  });

  it('offers the ready questions', async () => {
    const [all, some] = await offered('mailfold query ', 'mailfold query bounce-');
    expect(all).toEqual(questions.map(({ name }) => name));
    expect(some).toEqual(['bounce-rate', 'bounce-reasons']);
  });

  it('offers options, and the values that they take', async () => {
    const [options, reasons, formats, files] = await offered(
      'mailfold suppressions release --a',
      'mailfold suppressions list --reason ',
      'mailfold suppressions export --format ',
      'mailfold verify --body package.js',
    );
    expect([options, reasons, formats, files]).toEqual([
      ['--acknowledge-complaint'],
      causes,
      ['csv', 'jsonl'],
      ['package.json'],
    ]);
  });
});

describe('completion', () => {
  it('knows an option with a value by its name alone', async () => {
    const commands = completedCommands((await wholeProgram()).program);
    const valued = optionsWithValue(commands);
    const bare = commands.flatMap(({ options }) =>
      options.filter(({ value }) => !value).flatMap(({ names }) => names),
    );
    expect(bare.filter((name) => valued.includes(name))).toEqual([]);
  });

  it.each(['bash', 'zsh', 'fish'])('in %s has every command and every option', async (shell) => {
    const { exitCode, out } = await commandLine('completion', shell);
    expect(exitCode).toBe(0);
    for (const [name, command] of (await wholeProgram()).commands) {
      expect(out).toContain(shell === 'zsh' ? `_mailfold_${name.replace(' ', '_')}()` : `'${name}'`);
      for (const { long } of command.options)
        expect(out).toContain(shell === 'fish' ? `-l ${long?.slice(2)} ` : String(long));
    }
  });

  it('is refused for a shell that it does not know', async () => {
    expect(await commandLine('completion', 'powershell')).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('Allowed choices are bash, zsh, fish'),
    });
  });
});
