import { type JsonObject, objectIn, stringOf } from '../json.ts';

/** The first string under one of the keys. */
export type Finder = (...keys: readonly string[]) => string | undefined;

/** The kinds that might keep their details in an object of their name, as those of Amazon SES do. */
const nested = ['delivery', 'bounce', 'complaint', 'open', 'click'];

/** Nobody has written down where the fields of `x-sesmetric` bodies are, so every likely place is looked at. */
export function finderIn(report: JsonObject, kind: string): Finder {
  const outer = [report, objectIn(report, 'payload'), objectIn(report, 'data')];
  const inner = nested.includes(kind) ? outer.map((place) => objectIn(place, kind)) : [];
  const places = [...outer, ...inner];
  return (...keys) =>
    keys.flatMap((key) => places.map((place) => stringOf(place[key]))).find((found) => found !== undefined);
}
