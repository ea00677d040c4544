import { type Metadata, toMetadata } from '../core/metadata.ts';
import { isObject, type JsonObject, listOf, stringOf, stringsOf } from './json.ts';

/** The custom arguments in an object of names and values. Nothing is taken from nested objects. */
export function metadataIn(
  given: JsonObject,
  isCustom: (name: string) => boolean = () => true,
): Metadata | undefined {
  const names = Object.keys(given).filter(isCustom);
  return names.length === 0 ? undefined : toMetadata(names.map((name) => [name, argumentOf(given[name])]));
}

/** A tag can have several values. */
function argumentOf(value: unknown): string | undefined {
  return typeof value === 'boolean' ? String(value) : stringsOf(value).join(',') || undefined;
}

type NamedTag = readonly [name: string, value: string | undefined];

/** Tags with names: an object of names and values, or a list of objects with `name` and `value`. */
export function namedTagsIn(tags: unknown): NamedTag[] {
  if (isObject(tags)) return Object.entries(tags).map(([name, value]) => [name, stringOf(value)]);
  return listOf(tags)
    .filter(isObject)
    .flatMap((tag): NamedTag[] => {
      const name = stringOf(tag['name']);
      return name === undefined ? [] : [[name, stringOf(tag['value'])]];
    });
}

/** `campaign=welcome`, sorted. */
export function tagStrings(tags: readonly NamedTag[]): string[] {
  return tags.map(([name, value]) => `${name}=${value ?? ''}`).sort();
}
