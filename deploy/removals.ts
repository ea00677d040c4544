/** Settings as they are written down: JSON. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Settings whose value names something that others use: with another name, the earlier thing is gone. */
const names: readonly string[] = [
  'addressesTableName',
  'domainName',
  'messagesTableName',
  'ownKeySecretArn',
  'providerSecretArn',
  'sesConfigurationSet',
];

/** What a stack has and would lose with the next settings, a line each. A changed value is no loss, unless it is a name. */
export function removals(deployed: SettingValues, next: SettingValues): string[] {
  const later = new Map(Object.entries(next));
  return Object.entries(deployed).flatMap(([name, value]) => removalsOf(name, value, later.get(name)));
}

function removalsOf(name: string, deployed: unknown, next: unknown): string[] {
  if (isOff(deployed)) return [];
  if (isOff(next)) return [`${name} (now ${JSON.stringify(deployed)})`];
  if (Array.isArray(deployed)) return missing(name, deployed, Array.isArray(next) ? next : []);
  if (typeof deployed === 'object') return missing(name, keysOf(deployed), keysOf(next));
  if (names.includes(name) && deployed !== next)
    return [`${name} ${JSON.stringify(deployed)} (would be ${JSON.stringify(next)})`];
  return [];
}

/** All switches are off by default, so `false` is the same as no setting. */
function isOff(value: unknown): boolean {
  return value === undefined || value === null || value === false;
}

function missing(name: string, deployed: readonly unknown[], next: readonly unknown[]): string[] {
  return deployed.filter((each) => !next.includes(each)).map((each) => `${name}: ${String(each)}`);
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
