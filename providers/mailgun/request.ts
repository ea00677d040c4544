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

/** A form begins with the boundary of its parts, or with the name of a field, in which brackets and quotation marks are escaped. */
function isForm(body: Buffer): boolean {
  return /^(?:--|[^\s"[{][^\s"[{=]*=)/.test(body.subarray(0, 200).toString('latin1'));
}
