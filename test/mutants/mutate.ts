import { stripTypeScriptTypes } from 'node:module';
import type { Mutant, Verdict } from './mutant.ts';

type Mutated = { readonly text: string } | Extract<Verdict, { type: 'stale' | 'broken' }>;

/** The text of the file with the change, or why there is none. */
export function mutate(text: string, { file, find, replace }: Mutant): Mutated {
  const places = text.split(find).length - 1;
  if (places !== 1)
    return { type: 'stale', reason: `expected its text once in ${file}, found it ${places} times` };
  const mutated = text.replace(find, () => replace);
  try {
    stripTypeScriptTypes(mutated);
  } catch (error) {
    return { type: 'broken', reason: `${file} does not parse: ${firstLine(error)}` };
  }
  return { text: mutated };
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}
