import { type Answer, cursorInvalid, notAnAddress, type RefusalCode, refuse } from '../../../app/answer.ts';
import {
  givenAddresses,
  givenAge,
  givenCause,
  givenDays,
  givenDimension,
  givenDomain,
  givenEventId,
  givenMessageId,
  givenName,
  givenPageSize,
  givenReason,
  givenRequestId,
  givenScope,
  givenStream,
  givenTime,
} from '../../../app/given.ts';
import type { Day } from '../../../core/day.ts';
import { ApiProblem, problemBody, valueOrProblem } from '../problem.ts';

/** One refusal of each kind, made by the rule that refuses where a rule alone decides. */
const refusals: Readonly<Partial<Record<RefusalCode, Answer<unknown>>>> = {
  'not-an-address': notAnAddress,
  'addresses-invalid': givenAddresses([]),
  'message-id-invalid': givenMessageId(''),
  'scope-invalid': givenScope(' '),
  'stream-invalid': givenStream(' '),
  'reason-invalid': givenReason(' '),
  'name-invalid': givenName(' '),
  'limit-invalid': givenPageSize(0),
  'cause-unknown': givenCause(''),
  'time-invalid': givenTime('yesterday'),
  'cursor-invalid': cursorInvalid,
  'domain-invalid': givenDomain(''),
  'event-id-invalid': givenEventId(''),
  'lines-invalid': refuse('lines-invalid', 'expected 1 to 100 lines'),
  'queue-unknown': refuse('queue-unknown', 'expected a queue: events, topic'),
  'provider-unknown': refuse('provider-unknown', 'expected a provider, or a source of this stack'),
  'letters-not-chosen': refuse(
    'letters-not-chosen',
    'expected all dead letters, or some by provider or reason',
  ),
  'days-invalid': givenDays({ days: 0 }, '2026-01-01' as Day),
  'dimension-unknown': givenDimension(''),
  'age-invalid': givenAge(-1),
  'request-id-invalid': givenRequestId(' '),
  'message-unknown': refuse('message-unknown', 'no event about this message has arrived'),
  'event-unknown': refuse(
    'event-unknown',
    'no such event is stored; events are kept for a shorter time than statuses',
  ),
  'manual-switched-off': refuse(
    'manual-switched-off',
    'manual suppression is switched off: the setting suppressionCauses does not contain "manual"; nothing was changed',
  ),
  'nothing-to-release': refuse('nothing-to-release', 'nothing is in force for all mail'),
  'complaint-not-acknowledged': refuse(
    'complaint-not-acknowledged',
    'the release would end a spam complaint, which must be acknowledged; nothing was changed',
  ),
};

/** The body of the answer with this code. */
export function exampleOf(code: RefusalCode): object {
  try {
    valueOrProblem(refusals[code] ?? { ok: true, value: undefined });
  } catch (error) {
    if (error instanceof ApiProblem) return problemBody(error);
    throw error;
  }
  throw new Error(`expected an example of the refusal ${code}; add one to ${import.meta.filename}`);
}
