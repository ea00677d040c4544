/** A statement of an IAM policy, reduced to what a local run checks. */
export type Statement = {
  readonly allows: boolean;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: readonly Condition[];
};

/** What a statement asks of one key: that it has one of these values. */
type Condition = { readonly key: string; readonly values: readonly string[]; readonly isPattern: boolean };

/** What a call needs: one action, on each of these resources. */
export type Right = {
  readonly action: string;
  readonly resources: readonly string[];
  /** The condition keys that the call has a say in: their values, or undefined if it does not set them. */
  readonly context?: Readonly<Record<string, string | undefined>>;
};

type Written = {
  readonly Effect?: string;
  readonly Action?: string | readonly string[];
  readonly Resource?: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
};

/** `NotAction`, `NotResource` and `Principal` are not read: no role of ours has them. */
export function readStatements(document: { readonly Statement?: unknown } = {}): Statement[] {
  const written = [document.Statement ?? []].flat() as Written[];
  return (
    written
      // Most conditions are about the caller or the time, which a local run cannot know. So they may only allow.
      .filter(({ Effect, Condition }) => Effect === 'Allow' || Condition === undefined)
      .map(({ Effect, Action = [], Resource = [], Condition = {} }) => ({
        allows: Effect === 'Allow',
        actions: [Action].flat(),
        resources: [Resource].flat(),
        conditions: ['StringEquals', 'StringLike'].flatMap((operator) =>
          Object.entries(Condition[operator] ?? {}).map(([key, values]) => ({
            key,
            values: [values].flat(),
            isPattern: operator === 'StringLike',
          })),
        ),
      }))
  );
}

/** The rights that the statements do not give, as `action on resource`. */
export function missingRights(statements: readonly Statement[], rights: readonly Right[]): string[] {
  return rights.flatMap(({ action, resources, context = {} }) =>
    resources
      .filter((resource) => !isAllowed(statements, action, resource, context))
      .map((resource) => `${action} on ${resource}`),
  );
}

function isAllowed(
  statements: readonly Statement[],
  action: string,
  resource: string,
  context: NonNullable<Right['context']>,
): boolean {
  const about = statements.filter(
    (statement) =>
      // The case of an action does not matter to IAM, that of a resource does.
      statement.actions.some((pattern) => matches(pattern.toLowerCase(), action.toLowerCase())) &&
      statement.resources.some((pattern) => matches(pattern, resource)) &&
      statement.conditions.every((condition) => holds(condition, context)),
  );
  return about.length > 0 && about.every(({ allows }) => allows);
}

function holds({ key, values, isPattern }: Condition, context: NonNullable<Right['context']>): boolean {
  if (!(key in context)) return true;
  const value = context[key];
  return value !== undefined && values.some((each) => (isPattern ? matches(each, value) : each === value));
}

function matches(pattern: string, text: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === text;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}
