/** A route of the API. `writes` decides which of the two functions serves it. */
export type ApiRoute = {
  readonly id: string;
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly writes: boolean;
};

/** Only data, so that synthesizing the stack loads neither schemas nor use cases. */
export const routes = [
  {
    id: 'getMessage',
    method: 'GET',
    path: '/v1/messages/{messageId}',
    summary:
      'Get the status of a message for each recipient, with its events and the reason why each of them decided or not',
    writes: false,
  },
  {
    id: 'listMessagesOfRecipient',
    method: 'GET',
    path: '/v1/recipients/{address}/messages',
    summary: 'List the messages to an address, newest first',
    writes: false,
  },
  {
    id: 'getSuppression',
    method: 'GET',
    path: '/v1/suppressions/{address}',
    summary: 'Get whether an address is suppressed and why, with its history and what a release would change',
    writes: false,
  },
  {
    id: 'checkSuppressions',
    method: 'POST',
    path: '/v1/suppressions/check',
    summary:
      'Check whether up to 100 addresses are suppressed; the answers are in the order of the addresses',
    writes: false,
  },
  {
    id: 'listSuppressions',
    method: 'GET',
    path: '/v1/suppressions',
    summary: 'List the suppressed addresses, newest evidence first',
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
    summary: 'Release an address from what happened until now; later evidence suppresses it again',
    writes: true,
  },
] as const satisfies readonly ApiRoute[];

export type RouteId = (typeof routes)[number]['id'];
