import { readForm } from '../form.ts';
import { isObject, type JsonObject, parseBody } from '../json.ts';
import { UnreadableBody } from '../provider.ts';
import { signatureAndEventIn } from './form-post.ts';

/** The two parts of every body, in JSON or in the form of older webhooks. The signature does not cover the event. */
export function signatureAndEvent(body: Buffer): { signature: JsonObject; event: JsonObject } {
  if (isForm(body)) return signatureAndEventIn(readForm(body));
  const halves = parseBody('mailgun', body);
  if (!isObject(halves))
    throw new UnreadableBody('mailgun: expected a JSON object, found another JSON value');
  const { signature, 'event-data': event } = halves;
  if (!isObject(signature) || !isObject(event))
    throw new UnreadableBody(
      'mailgun: expected "signature" and "event-data" to be objects, found another value in one of them',
    );
  return { signature, event };
}

/** JSON begins with a bracket or a quotation mark. A form has a field with its time, URL-encoded or in a part of its own. */
function isForm(body: Buffer): boolean {
  return body.includes('timestamp') && !/^\s*["[{]/.test(body.subarray(0, 64).toString('latin1'));
}
