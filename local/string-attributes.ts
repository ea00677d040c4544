import type { LocalResource } from './runner.ts';

/** Properties as the attributes of SQS and SNS calls, which are strings. */
export function attributesFrom(resource: LocalResource, names: readonly string[]): Record<string, string> {
  const given = names.flatMap((name) => {
    const value = resource.property<unknown>(name);
    if (value === undefined) return [];
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
  });
  return Object.fromEntries(given);
}
