/** Why a use case refuses a request, for programs. */
export type RefusalCode =
  | 'not-an-address'
  | 'message-unknown'
  | 'cursor-invalid'
  | 'manual-switched-off'
  | 'nothing-to-release'
  | 'complaint-not-acknowledged';

type Refusal = { readonly code: RefusalCode; readonly detail: string };

/** What a use case returns: a value, or why it refused. A fault on our side is thrown as an error. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

export function answer<Value>(value: Value): Answer<Value> {
  return { ok: true, value };
}

/** `detail` never quotes the request, because it may end up in the caller's log. */
export function refuse(code: RefusalCode, detail: string): Answer<never> {
  return { ok: false, refusal: { code, detail } };
}

export const notAnAddress = refuse('not-an-address', 'expected an e-mail address such as ana@example.com');
