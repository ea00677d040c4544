import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../lib/project-folder.ts';

/** A section of a provider's README: where to enter its URL, step by step. */
export type SetupGuide = {
  /** `, in the account and region of the stack`; empty for a provider with one section. */
  readonly when: string;
  /** In Markdown, without their numbers. */
  readonly steps: readonly string[];
};

/** From the README of the provider, so that the steps are written in one place only. */
export function setupGuides(provider: string): SetupGuide[] {
  const file = join(projectFolder, 'providers', provider, 'README.md');
  const sections = existsSync(file) ? readFileSync(file, 'utf8').split(/\n(?=## )/) : [];
  return sections.flatMap((section) => {
    const [, when, text] = /^## Set-up([^\n]*)\n([\s\S]*)$/.exec(section) ?? [];
    return when === undefined || text === undefined ? [] : [{ when, steps: stepsIn(text) }];
  });
}

function stepsIn(text: string): string[] {
  return text
    .split(/\n(?=\d+\. )|\n\s*\n/)
    .filter((paragraph) => /^\s*\d+\. /.test(paragraph))
    .map((paragraph) =>
      paragraph
        .replace(/^\s*\d+\. /, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
}
