/** Each reason why a use case refuses a request, for programs: the request is wrong, its subject is unknown, or the answer is no. */
export const refusalKinds = {
  'not-an-address': 'bad-input',
  'addresses-invalid': 'bad-input',
  'message-id-invalid': 'bad-input',
  'scope-invalid': 'bad-input',
  'stream-invalid': 'bad-input',
  'reason-invalid': 'bad-input',
  'name-invalid': 'bad-input',
  'limit-invalid': 'bad-input',
  'cause-unknown': 'bad-input',
  'time-invalid': 'bad-input',
  'cursor-invalid': 'bad-input',
  'domain-invalid': 'bad-input',
  'event-id-invalid': 'bad-input',
  'lines-invalid': 'bad-input',
  'queue-unknown': 'bad-input',
  'provider-unknown': 'bad-input',
  'days-invalid': 'bad-input',
  'dimension-unknown': 'bad-input',
  'age-invalid': 'bad-input',
  'query-invalid': 'bad-input',
  'query-failed': 'bad-input',
  'question-unknown': 'bad-input',
  'letters-not-chosen': 'bad-input',
  'request-id-invalid': 'bad-input',
  'endpoint-unknown': 'bad-input',
  'message-unknown': 'unknown',
  'event-unknown': 'unknown',
  'manual-switched-off': 'no',
  'nothing-to-release': 'no',
  'not-paused': 'no',
  'endpoint-paused': 'no',
  'complaint-not-acknowledged': 'no',
} as const satisfies Readonly<Record<string, 'bad-input' | 'unknown' | 'no'>>;

export type RefusalCode = keyof typeof refusalKinds;
export type RefusalKind = (typeof refusalKinds)[RefusalCode];

type Refusal = { readonly code: RefusalCode; readonly detail: string };
type Refused = { readonly ok: false; readonly refusal: Refusal };

/** What a use case returns: a value, or why it refused. A fault on our side is thrown as an error. */
export type Answer<Value> = { readonly ok: true; readonly value: Value } | Refused;

export function answer<Value>(value: Value): Answer<Value> {
  return { ok: true, value };
}

/** `detail` never quotes the request, because it may end up in the caller's log. */
export function refuse(code: RefusalCode, detail: string): Refused {
  return { ok: false, refusal: { code, detail } };
}

export const notAnAddress = refuse('not-an-address', 'expected an e-mail address such as ana@example.com');

export const cursorInvalid = refuse(
  'cursor-invalid',
  'expected a cursor from an earlier answer to the same request',
);
