import type { LocalResource } from './runner.ts';

/** Properties as SQS and SNS take them in their calls: all of them strings. */
export function attributesFrom(resource: LocalResource, names: readonly string[]): Record<string, string> {
  const given = names.flatMap((name) => {
    const value = resource.property<unknown>(name);
    if (value === undefined) return [];
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
  });
  return Object.fromEntries(given);
}
