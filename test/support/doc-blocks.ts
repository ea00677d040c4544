import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A block of commands in a page. The word behind `sh` says where it can run: nothing means the local stack; `aws` needs an
 * account; `long` starts something that takes minutes or does not end.
 */
export type CommandBlock = {
  readonly page: string;
  readonly line: number;
  readonly place: string;
  readonly commands: string;
  /** What the page shows right below the block as its output. */
  readonly output: string | undefined;
};

/** In the order in which a reader meets them. */
export const pages: readonly string[] = [
  'README.md',
  ...globSync(['docs/*.md', 'CONTRIBUTING.md', 'SECURITY.md', 'client/README.md', 'providers/*/README.md'], {
    cwd: projectRoot,
  }).sort(),
];

const fence =
  /^(?<indent> *)```sh(?<place>[^\n]*)\n(?<commands>[\s\S]*?)^ *```\n(?<shown> *```\n(?<output>[\s\S]*?)^ *```$)?/gm;

export function commandBlocksOf(page: string): CommandBlock[] {
  const text = readFileSync(`${projectRoot}/${page}`, 'utf8');
  return [...text.matchAll(fence)].map(({ groups = {}, index }) => {
    const { indent = '', place = '', commands = '', output } = groups;
    const line = text.slice(0, index).split('\n').length;
    return { page, line, place: place.trim(), commands: outdented(commands, indent), output };
  });
}

function outdented(text: string, indent: string): string {
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

/** Matches the output as it was shown, at other times of day; `…` stands for anything. */
export function patternOf(output: string): RegExp {
  const escaped = output.trim().replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const loose = escaped
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d')
    .replaceAll(/ +/g, ' +')
    .replaceAll('…', '[\\s\\S]*?');
  return new RegExp(loose);
}
