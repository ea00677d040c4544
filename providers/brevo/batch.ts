import { isObject, type JsonObject } from '../json.ts';

export type Batch = {
  readonly reports: readonly unknown[];
  /** A body with only these reports, in the same form. */
  bodyOf(reports: readonly unknown[]): Buffer;
};

/**
 * The reports in a body: one alone, a list, or an object with one list. Brevo does not publish the form of a batch, so each of
 * them is read.
 */
export function batchIn(content: unknown): Batch {
  if (Array.isArray(content)) return { reports: content, bodyOf: toBody };
  const name = isObject(content) ? listNameIn(content) : undefined;
  if (!isObject(content) || name === undefined) return { reports: [content], bodyOf: toBody };
  return {
    reports: content[name] as readonly unknown[],
    bodyOf: (some) => toBody({ ...content, [name]: some }),
  };
}

function toBody(content: unknown): Buffer {
  return Buffer.from(JSON.stringify(content));
}

/** The name of the only list of objects. A report itself has lists too, such as its tags, but it says what happened. */
function listNameIn(content: JsonObject): string | undefined {
  if (content['event'] !== undefined) return undefined;
  const [name, ...others] = Object.keys(content).filter((key) => {
    const value = content[key];
    return Array.isArray(value) && value.some(isObject);
  });
  return others.length === 0 ? name : undefined;
}
