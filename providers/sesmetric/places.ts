import { type JsonObject, objectIn, stringOf } from '../json.ts';

/** The first string under one of the keys. */
export type Finder = (...keys: readonly string[]) => string | undefined;

/** The types that may have their details in an object of their name, as in Amazon SES reports. */
const nested = ['delivery', 'bounce', 'complaint', 'open', 'click'];

/** The fields of `x-sesmetric` bodies are not documented, so every likely place is searched. */
export function finderIn(report: JsonObject, kind: string): Finder {
  const outer = [report, objectIn(report, 'payload'), objectIn(report, 'data')];
  const inner = nested.includes(kind) ? outer.map((place) => objectIn(place, kind)) : [];
  const places = [...outer, ...inner];
  return (...keys) =>
    keys.flatMap((key) => places.map((place) => stringOf(place[key]))).find((found) => found !== undefined);
}
