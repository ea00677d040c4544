import { type Metadata, toMetadata } from '../core/metadata.ts';

/** In place of metadata that says the same as the tags. */
const asInTags = 'tags';

/** Some providers have tags with names and values. A row then contains them once, to stay within one write unit. */
export function storedMetadata(
  metadata: Metadata | undefined,
  tags: readonly string[] = [],
): Metadata | typeof asInTags | undefined {
  if (!metadata || tags.length === 0) return metadata;
  return isSame(metadata, metadataOf(tags)) ? asInTags : metadata;
}

export function readMetadata(stored: unknown, tags: unknown): Metadata | undefined {
  return stored === asInTags ? metadataOf(tags as readonly string[]) : (stored as Metadata | undefined);
}

/** From tags such as `campaign=welcome`. Several values of one name are joined, as in the event. */
function metadataOf(tags: readonly string[]): Metadata | undefined {
  const values = new Map<string, string>();
  for (const tag of tags) {
    const at = tag.indexOf('=');
    if (at < 0) return undefined;
    const [name, value] = [tag.slice(0, at), tag.slice(at + 1)];
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before},${value}`);
  }
  return toMetadata(values);
}

function isSame(one: Metadata, other: Metadata | undefined): boolean {
  const names = Object.keys(one);
  return (
    other !== undefined &&
    names.length === Object.keys(other).length &&
    names.every((name) => one[name] === other[name])
  );
}
