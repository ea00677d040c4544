import { readForm } from '../form.ts';
import { isObject, type JsonObject, kindOf, parseObjectBody } from '../json.ts';
import { UnreadableBody } from '../provider.ts';
import { signatureAndEventIn } from './form-post.ts';

/** The two parts of every body, in JSON or in the form of older webhooks. The signature does not cover the event. */
export function signatureAndEvent(body: Buffer): { signature: JsonObject; event: JsonObject } {
  if (isForm(body)) return signatureAndEventIn(readForm(body));
  const { signature, 'event-data': event } = parseObjectBody('mailgun', body);
  if (!isObject(signature) || !isObject(event))
    throw new UnreadableBody(
      `mailgun: expected "signature" and "event-data" to be objects, found ${kindOf(signature)} and ${kindOf(event)}`,
    );
  return { signature, event };
}

/** A form begins with the boundary of its parts, or with the name of a field. Such a name has no brackets and quotation marks: they are escaped. */
function isForm(body: Buffer): boolean {
  return /^(?:--|[^\s"[{][^\s"[{=]*=)/.test(body.subarray(0, 200).toString('latin1'));
}
