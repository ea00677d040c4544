import { isObject, type JsonObject, listOf } from '../json.ts';
import type { Reports } from '../provider.ts';

/**
 * The events of a body, each with its user and project: a list for each user, or one event alone. The signature is left out:
 * it is not part of any event.
 */
export function reportsIn(content: JsonObject): Pick<Reports, 'parts' | 'bodyOf'> {
  const { auth: _, events_by_user: users, ...alone } = content;
  if (users === undefined || users === null) return { parts: [alone], bodyOf: ([only]) => toBody(only) };
  return {
    parts: listOf(users).flatMap(eventsOfUser),
    bodyOf: (some) => toBody({ events_by_user: some.map(asUser) }),
  };
}

function eventsOfUser(user: unknown): unknown[] {
  if (!isObject(user)) return [user];
  const { events, ...who } = user;
  // Whatever this is, it says more than an empty list: an event beside its user, or a dead letter.
  if (events === undefined || events === null) return [who];
  return listOf(events).map((event) => (isObject(event) ? { ...who, ...event } : event));
}

/** A user with only this event. */
function asUser(part: unknown): unknown {
  if (!isObject(part)) return { events: [part] };
  const { event_name, event_data, ...who } = part;
  if (event_name === undefined && event_data === undefined) return part;
  return { ...who, events: [{ event_name, event_data }] };
}

function toBody(content: unknown): Buffer {
  return Buffer.from(JSON.stringify(content));
}
