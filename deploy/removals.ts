/** Settings as they are written down: JSON. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Lines on what is lost when a setting changes from one value to another. */
type Comparison = (name: string, deployed: unknown, next: unknown) => readonly string[];

/** A value that names something that others use: with another name, the earlier thing is gone. */
const lostIfChanged: Comparison = (name, deployed, next) => {
  if (isOff(deployed) || isOff(next)) return lost(name, deployed, next);
  return deployed === next ? [] : [changed(name, deployed, next)];
};

/** A list that stands for everything as long as it is left out. */
function lostIfNarrowed(what: string): Comparison {
  return (name, deployed, next) => {
    if (next === undefined) return [];
    if (deployed !== undefined) return lost(name, deployed, next);
    return [`${name}: ${what} ${(next as readonly string[]).join(', ') || 'none'}`];
  };
}

/** Settings for which more than a missing value is a loss. */
const comparisons: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ...[
    'addressesTableName',
    'domainName',
    'existingSesConfigurationSet',
    'messagesTableName',
    'ownKeySecretArn',
    'providerSecretArn',
    'webhookSecretArn',
  ].map((name): [string, Comparison] => [name, lostIfChanged]),
  // It can also be a switch.
  ['sesConfigurationSet', lostIfChanged],
  // On by default, so only `false` takes something away: the history.
  [
    'lake',
    (name, deployed, next) => (deployed !== false && next === false ? [changed(name, true, next)] : []),
  ],
  // Without the setting, the lake keeps everything, and a shorter time deletes what is older.
  [
    'lakeRetentionDays',
    (name, deployed = Number.POSITIVE_INFINITY, next = Number.POSITIVE_INFINITY) =>
      Number(next) < Number(deployed) ? [changed(name, deployed, next)] : [],
  ],
  ['providers', lostIfNarrowed('the URLs of all others than')],
  ['suppressionCauses', lostIfNarrowed('the evidence of all other causes than')],
  [
    'disableDefaultEndpoint',
    (name, deployed, next) =>
      isOff(deployed) && !isOff(next)
        ? [`${name}: the URLs of API Gateway, which providers may still know`]
        : lost(name, deployed, next),
  ],
  [
    'removalPolicy',
    (name, deployed, next) =>
      next === 'destroy' && deployed !== 'destroy' ? [changed(name, 'retain', next)] : [],
  ],
]);

/** Settings that put something of yours in the place of a part of the stack. */
const replacing: Readonly<Record<string, string>> = {
  messagesTableName: 'its messages table',
  addressesTableName: 'its addresses table',
  providerSecretArn: 'its provider keys',
  ownKeySecretArn: 'its own key',
  webhookSecretArn: 'the secret of its webhooks',
  consoleIssuer: 'the user pool of its console',
};

/** What a stack has and would lose with the next settings, a line each. In general, a changed value is no loss. */
export function removals(deployed: SettingValues, next: SettingValues): string[] {
  const [before, after] = [new Map(Object.entries(deployed)), new Map(Object.entries(next))];
  const lines = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) =>
    (comparisons.get(name) ?? lost)(name, before.get(name), after.get(name)),
  );
  return [...lines, ...replacedParts(deployed, next)];
}

/** A part that is replaced is kept, unless it was deployed to be deleted with the stack. */
function replacedParts(deployed: SettingValues, next: SettingValues): string[] {
  if (deployed['removalPolicy'] !== 'destroy') return [];
  return Object.entries(replacing)
    .filter(([name]) => isOff(deployed[name]) && !isOff(next[name]) && hadPart(name, deployed))
    .map(
      ([name, part]) =>
        `${name}: ${part}, which removalPolicy "destroy" deletes with what is in it; deploy "retain" first to keep it`,
    );
}

/** Two parts exist only with the setting that needs them. */
function hadPart(name: string, deployed: SettingValues): boolean {
  if (name === 'consoleIssuer') return !isOff(deployed['console']);
  return name !== 'webhookSecretArn' || !isOff(deployed['webhooks']);
}

/** Entries that are missing, at any depth. */
function lost(name: string, deployed: unknown, next: unknown): string[] {
  if (isOff(deployed)) return [];
  if (isOff(next)) return [`${name} (now ${JSON.stringify(deployed)})`];
  if (typeof deployed !== 'object') return [];
  const after = entriesOf(next);
  return [...entriesOf(deployed)].flatMap(([entry, value]) =>
    after.has(entry) ? lost(`${name}.${entry}`, value, after.get(entry)) : [`${name}: ${entry}`],
  );
}

/** The entries of an object by their names. Those of a list are named by themselves, or by their `name`. */
function entriesOf(value: unknown): Map<string, unknown> {
  if (!Array.isArray(value)) return new Map(Object.entries(value ?? {}));
  return new Map(
    value.map((each: unknown) => [entryName(each), typeof each === 'object' ? each : undefined]),
  );
}

function entryName(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  const { name } = (entry ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : JSON.stringify(entry);
}

/** Most switches are off by default, so `false` is the same as no setting. */
function isOff(value: unknown): boolean {
  return value === undefined || value === null || value === false;
}

function changed(name: string, deployed: unknown, next: unknown): string {
  return `${name} ${wordFor(deployed)} (would be ${wordFor(next)})`;
}

function wordFor(value: unknown): string {
  return value === Number.POSITIVE_INFINITY ? 'without limit' : JSON.stringify(value);
}
