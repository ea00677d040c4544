/** A route of the API. `writes` says which of the two functions answers: the one that only reads, or the other. */
export type ApiRoute = {
  readonly id: string;
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly writes: boolean;
};

/** Nothing but data: the stack is synthesized from it, and loads neither schemas nor use cases. */
export const routes = [
  {
    id: 'getMessage',
    method: 'GET',
    path: '/v1/messages/{messageId}',
    summary: 'What became of a message, per recipient: which event decided, and why each other one did not',
    writes: false,
  },
  {
    id: 'listMessagesOfRecipient',
    method: 'GET',
    path: '/v1/recipients/{address}/messages',
    summary: 'The latest messages to an address, newest first',
    writes: false,
  },
  {
    id: 'getSuppression',
    method: 'GET',
    path: '/v1/suppressions/{address}',
    summary: 'Whether mail may be sent to an address, why not, its history, and what a release would change',
    writes: false,
  },
  {
    id: 'checkSuppressions',
    method: 'POST',
    path: '/v1/suppressions/check',
    summary: 'Whether mail may be sent to up to 100 addresses: one answer each, in their order',
    writes: false,
  },
  {
    id: 'listSuppressions',
    method: 'GET',
    path: '/v1/suppressions',
    summary: 'The addresses that are suppressed now, those with the newest evidence first',
    writes: false,
  },
  {
    id: 'suppress',
    method: 'PUT',
    path: '/v1/suppressions/{address}',
    summary: 'Suppress an address by hand',
    writes: true,
  },
  {
    id: 'release',
    method: 'POST',
    path: '/v1/suppressions/{address}/release',
    summary: 'End the suppression of an address; what happens later suppresses it again',
    writes: true,
  },
] as const satisfies readonly ApiRoute[];

export type RouteId = (typeof routes)[number]['id'];
