/** Where a value is in a payload: the keys and indexes that lead to it. */
export type Path = readonly (string | number)[];

type Container = { [key: string | number]: unknown };

/** Every place in a payload, from the outside to the inside. */
export function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return [];
  return Object.keys(value).flatMap((key) => {
    const inner = [...path, Array.isArray(value) ? Number(key) : key];
    return [inner, ...pathsIn((value as Container)[key], inner)];
  });
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((place, key) => (place as Container)[key], value);
}

/** A copy with another value at this place. */
export function withValue(value: unknown, path: Path, other: unknown): unknown {
  return changedAt(value, path, (container, key) => {
    container[key] = other;
  });
}

/** A copy without this place. */
export function without(value: unknown, path: Path): unknown {
  return changedAt(value, path, (container, key) => {
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else delete container[key];
  });
}

function changedAt(
  value: unknown,
  [key, ...rest]: Path,
  change: (container: Container, key: string | number) => void,
): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Container) }) as Container;
  if (rest.length === 0) change(copy, key);
  else copy[key] = changedAt(copy[key], rest, change);
  return copy;
}
