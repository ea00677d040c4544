import type { Form } from '../form.ts';
import { isObject, type JsonObject, stringsOf } from '../json.ts';

/** The fields that sign a form. They stand among the others. */
const signing = ['timestamp', 'token', 'signature'];

/** Not part of the event: a stored event must not contain what signs a request. */
const notStored = ['token', 'signature'];

/**
 * A form of Mailgun's older webhooks: what signs it, and the event. The sender's own variables are fields of the form too, and
 * may have any name. Mailgun puts the fields that sign behind them, and all others in front.
 */
export function signatureAndEventIn(form: Form): { signature: JsonObject; event: JsonObject } {
  const fields = new Map<string, string[]>();
  for (const [name, value] of form) fields.set(name, [...(fields.get(name) ?? []), value]);
  const last = (name: string) => fields.get(name)?.at(-1);
  const event = [...fields]
    .filter(([name]) => !notStored.includes(name))
    .map(([name, values]) => [name, name === 'timestamp' ? last(name) : oneOrAll(values)]);
  return {
    signature: Object.fromEntries(signing.map((name) => [name, last(name)])),
    event: { form: Object.fromEntries(event) },
  };
}

function oneOrAll(values: readonly string[]): string | readonly string[] {
  const [only = '', ...more] = values;
  return more.length > 0 ? values : only;
}

/** The fields of an event that came in a form; undefined for one that came in JSON. */
export function formIn(event: JsonObject): JsonObject | undefined {
  return isObject(event['form']) && event['event'] === undefined ? event['form'] : undefined;
}

/** A form with the fields of a stored event. */
export function formBody(fields: JsonObject): Buffer {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (value === '' ? [''] : stringsOf(value)).map((each): [string, string] => [name, each]),
  );
  return Buffer.from(new URLSearchParams(pairs).toString());
}
