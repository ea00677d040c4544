import type { Form } from '../form.ts';

/** The field with the events, as JSON. */
export const eventsField = 'mandrill_events';

/** What Mandrill signs besides the URL: every field, sorted by name, each name followed by its value. */
export function signedFields(form: Form): string {
  return [...form]
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
    .map(([name, value]) => name + value)
    .join('');
}

/**
 * The key of the test that Mandrill posts to a new URL which does not answer a HEAD request. Everybody knows it, so it proves
 * nothing but that there is no event.
 */
export const testKey = 'test-webhook';
