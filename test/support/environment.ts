/**
 * Replaces all variables of AWS by these, so that nothing depends on the shell of the user. Returns a function that takes it
 * back.
 */
export function withAwsVariables(variables: Readonly<Record<string, string>>): () => void {
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, variables);
  return () => restore(before);
}

/** In place: others hold on to the object, and an ordinary one would keep `undefined` as a value. */
export function restore(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}
