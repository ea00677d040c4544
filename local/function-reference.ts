import type { FunctionPool } from './function-pool.ts';

/**
 * The function in a name or an ARN, and the version or alias behind it, if one is named: `consumer:live`. A local run has one
 * version of each function, so every version and alias leads to it.
 */
export function readFunctionReference(text: string): { readonly name: string; readonly qualifier?: string } {
  const [name = '', qualifier] = text.replace(/^arn:.*:function:/, '').split(':');
  return { name, ...(qualifier !== undefined && { qualifier }) };
}

/** `consumer` or `consumer:live`, of a name or an ARN. To IAM and to lists, an alias is another one than its function. */
export function calledFunction(reference: string): string {
  const { name, qualifier = '$LATEST' } = readFunctionReference(reference);
  return qualifier === '$LATEST' ? name : `${name}:${qualifier}`;
}

/** The function that a name, an ARN, or an alias of it leads to. */
export function findFunction(pools: readonly FunctionPool[], reference: string): FunctionPool | undefined {
  const { name } = readFunctionReference(reference);
  return pools.find(({ settings }) => settings.name === name);
}
