/** Throws at start when a variable is missing. `setBy` is the file that should have set it. */
export function readEnvironment<Name extends string>(
  names: readonly Name[],
  setBy: string,
  variables: Record<string, string | undefined> = process.env,
): Record<Name, string> {
  const read = (name: Name): [Name, string] => {
    const value = variables[name];
    // An empty value is a setting ("no topics"); an absent one is a mistake.
    if (value === undefined)
      throw new Error(`${name} is not set; ${setBy} sets it, on AWS and in a local run alike`);
    return [name, value];
  };
  return Object.fromEntries(names.map(read)) as Record<Name, string>;
}
