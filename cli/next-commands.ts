import type { Target } from './target.ts';

type Stack = Pick<Target, 'isLocal' | 'stackName'>;

/** A command of ours for the reader to copy: it asks the same stack. */
export function mailfoldCommand(words: string, { isLocal, stackName }: Stack): string {
  return `npm run mailfold -- ${words}${isLocal ? '' : ` --stack ${stackName}`}`;
}

/** Creates again what is missing from the stack. */
export function deployCommand({ isLocal, stackName }: Stack): string {
  return isLocal ? 'npm start' : `npm run deploy -- -c stackName=${stackName}`;
}
