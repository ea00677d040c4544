import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandBlock, commandBlocksOf, pages, patternOf, projectRoot } from '../support/doc-blocks.ts';
import { aStackForTheCommandLine, type LocalStackForTheCommandLine } from '../support/local-cli.ts';
import { wholeProgram } from '../support/whole-program.ts';

const { commands } = await wholeProgram();
const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
const blocks = pages.flatMap(commandBlocksOf);
const walks = pages
  .map((page) => ({ page, blocks: blocks.filter((block) => block.page === page && block.place === '') }))
  .filter((walk) => walk.blocks.length > 0);

let stack: LocalStackForTheCommandLine;
const folder = mkdtempSync(join(tmpdir(), 'mailfold-docs-'));
symlinkSync(join(projectRoot, 'bin'), join(folder, 'bin'));
beforeAll(async () => {
  stack = await aStackForTheCommandLine();
});
afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const mark = '---- next block ----';

/** Without what npm and npx put before it: a reader's shell has the Node of the machine, which may be an older one. */
const pathOfCaller = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !/node_modules|node-gyp-bin/.test(folder))
  .join(delimiter);

/** All blocks of a page in one shell, one right after the other. Returns what each printed. */
function paste(blocksOfPage: readonly CommandBlock[]): Promise<{ outputs: string[]; failures: string }> {
  const script = [
    // 1 means that the answer is no; more means that the command failed.
    `trap 'code=$?; [ $code -ge 2 ] && echo "exit code $code: $BASH_COMMAND" >&3' ERR`,
    `npx() { [ "$1" = mailfold ] || return 127; shift; "$NODE" "$MAILFOLD" "$@" || { code=$?; [ $code -ge 2 ] && echo "mailfold $*" >&3; return $code; }; }`,
    ...blocksOfPage.map(({ commands }) => `${commands}\necho '${mark}'`),
  ].join('\n');
  const child = spawn('bash', ['-c', script.replaceAll('http://127.0.0.1:4710', stack.apiUrl)], {
    cwd: folder,
    env: {
      ...process.env,
      HOME: folder,
      NODE: process.execPath,
      MAILFOLD: join(projectRoot, 'bin/launcher/mailfold.cjs'),
      MAILFOLD_DIR: stack.dataDir,
      PATH: pathOfCaller,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const said = ['', '', '', ''];
  for (const number of [1, 2, 3])
    child.stdio[number]?.on('data', (chunk) => {
      said[number === 2 ? 1 : number] += chunk;
    });
  return new Promise((resolve) =>
    child.on('close', () =>
      resolve({ outputs: said[1]?.split(`${mark}\n`).slice(0, -1) ?? [], failures: said[3] ?? '' }),
    ),
  );
}

/** The status of each problem (RFC 9457) that the page does not name. curl prints one, and ends as if all were well. */
function surprisesIn(printed: string, { commands, output = '' }: Pick<CommandBlock, 'commands' | 'output'>) {
  const statuses = [...printed.matchAll(/"status":\s*([45]\d\d)\b/g)].map(([, status = '']) => status);
  return statuses.filter((status) => !`${commands}${output}`.includes(status));
}

describe('pasted into a shell, one after the other, without a pause', () => {
  it.each(walks)('the commands of $page do what the page says', async ({ blocks: pasted }) => {
    const { outputs, failures } = await paste(pasted);
    expect([failures, outputs.length]).toEqual(['', pasted.length]);
    for (const [index, block] of pasted.entries()) {
      const { line, output = '' } = block;
      expect(outputs[index], `the block in line ${line}`).toMatch(patternOf(output));
      expect(surprisesIn(outputs[index] ?? '', block), `refusals of the block in line ${line}`).toEqual([]);
    }
  });

  it('a refusal that the page does not announce is a surprise', () => {
    const block = { commands: 'ask "$api/v1/messages/none"   # 404', output: undefined };
    expect(surprisesIn('{"code":"message-unknown","status":404}', block)).toEqual([]);
    expect(surprisesIn('{"status":404}\n{\n  "status": 409,\n  "code": …', block)).toEqual(['409']);
    expect(surprisesIn('{"status":"hard_bounce"}{"status":200}{"messageId":"500"}', block)).toEqual([]);
  });

  it('the README shows what its first commands print', () => {
    expect(walks[0]?.page).toBe('README.md');
    expect(walks[0]?.blocks[0]?.output).toContain('hard_bounce');
  });
});

const elsewhere = blocks.filter(({ place }) => place !== '');
const linesOf = (text: string) => text.replaceAll('\\\n', ' ').split('\n');

describe('commands that need an account, or much time', () => {
  it('are marked as such, and as nothing else', () => {
    expect([...new Set(elsewhere.map(({ place }) => place))].sort()).toEqual(['aws', 'long']);
  });

  it.each(elsewhere)('$page, line $line: commands, options and scripts exist', ({ commands: text }) => {
    const called = linesOf(text).flatMap((line) => [...line.matchAll(/npx mailfold ([^#|&;)`]*)/g)]);
    const run = linesOf(text).flatMap((line) => [...line.matchAll(/npm run ([\w:-]+)/g)]);
    expect(called.flatMap(([, words = '']) => unknownIn(words.trim().split(/\s+/)))).toEqual([]);
    expect(run.map(([, script = '']) => script).filter((script) => !(script in scripts))).toEqual([]);
  });
});

/** What the command line would not understand. */
function unknownIn(words: readonly string[]): string[] {
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((each) =>
    commands.some(([known]) => known === each),
  );
  const command = commands.find(([known]) => known === name)?.[1];
  if (!command) return [words.join(' ')];
  const options = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
  return options.flatMap((option) =>
    option === '--help' || command.options.some(({ long }) => long === option) ? [] : [`${name} ${option}`],
  );
}
