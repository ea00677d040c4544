import {
  givenAddress,
  givenName,
  givenReason,
  givenRequestId,
  givenScope,
  ifGiven,
  together,
} from './given.ts';

/** A person's request to change what is sent to an address. */
export type ChangeRequest = {
  readonly address: string;
  /** `*` for all mail, or the name of one stream, group or list. @default * */
  readonly scope?: string;
  readonly by: string;
  readonly because: string;
  /** The same for every try of one request: a repeat changes nothing and gets the answer again. @default - a new one */
  readonly requestId?: string;
};

export function givenChange(request: ChangeRequest, addressOf: typeof givenAddress = givenAddress) {
  return together({
    asked: addressOf(request.address),
    scope: givenScope(request.scope),
    by: givenName(request.by),
    because: givenReason(request.because),
    requestId: ifGiven(request.requestId, givenRequestId),
  });
}
