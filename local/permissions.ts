/** A statement of an IAM policy, reduced to what a local run checks. */
export type Statement = {
  readonly allows: boolean;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
};

/** What a call needs: one action, on each of these resources. */
export type Right = { readonly action: string; readonly resources: readonly string[] };

type Written = {
  readonly Effect?: string;
  readonly Action?: string | readonly string[];
  readonly Resource?: string | readonly string[];
  readonly Condition?: unknown;
};

/** `NotAction`, `NotResource` and `Principal` are not read: no role of ours has them. */
export function readStatements(document: { readonly Statement?: unknown } = {}): Statement[] {
  const written = [document.Statement ?? []].flat() as Written[];
  return (
    written
      // A condition is about the caller or the time, which a local run cannot know. So it may only allow.
      .filter(({ Effect, Condition }) => Effect === 'Allow' || Condition === undefined)
      .map(({ Effect, Action = [], Resource = [] }) => ({
        allows: Effect === 'Allow',
        actions: [Action].flat(),
        resources: [Resource].flat(),
      }))
  );
}

/** The rights that the statements do not give, as `action on resource`. */
export function missingRights(statements: readonly Statement[], rights: readonly Right[]): string[] {
  return rights.flatMap(({ action, resources }) =>
    resources
      .filter((resource) => !isAllowed(statements, action, resource))
      .map((resource) => `${action} on ${resource}`),
  );
}

function isAllowed(statements: readonly Statement[], action: string, resource: string): boolean {
  const about = statements.filter(
    (statement) =>
      // The case of an action does not matter to IAM, that of a resource does.
      statement.actions.some((pattern) => matches(pattern.toLowerCase(), action.toLowerCase())) &&
      statement.resources.some((pattern) => matches(pattern, resource)),
  );
  return about.length > 0 && about.every(({ allows }) => allows);
}

function matches(pattern: string, text: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === text;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}
