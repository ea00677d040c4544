import { isObject, type JsonObject, parseBody } from '../json.ts';
import { UnreadableBody } from '../provider.ts';

/** The two parts of every body. The signature does not cover the event. */
export function signatureAndEvent(body: Buffer): { signature: JsonObject; event: JsonObject } {
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
