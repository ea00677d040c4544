import type { RowFields } from './row-fields.ts';

/** The condition that these attributes are as they were seen. */
export function unchanged(seen: RowFields, names: readonly string[]) {
  const present = names.filter((name) => seen[name] !== undefined);
  const absent = names.filter((name) => seen[name] === undefined);
  return {
    ConditionExpression: [
      ...present.map((name) => `#${name} = :seen_${name}`),
      ...absent.map((name) => `attribute_not_exists(#${name})`),
    ].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ...(present.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(present.map((name) => [`:seen_${name}`, seen[name]])),
    }),
  };
}
