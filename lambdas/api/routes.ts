/** The groups of routes in the OpenAPI document. */
export const tags = {
  Messages: 'What happened to a message, for each of its recipients.',
  Suppressions: 'Which addresses must not get mail, why, and who decided so.',
} as const;

/** A route of the API. */
export type ApiRoute = {
  readonly id: string;
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description: string;
  /** Decides which of the two functions serves the route. */
  readonly writes: boolean;
  /** Whether the use case recognises a repeat by its Idempotency-Key. Omit for routes that read. */
  readonly knowsRepeats?: true;
};

/** The header that names a request, in lower case. */
export const idempotencyKey = 'idempotency-key';

/** Only data, so that synthesizing the stack loads neither schemas nor use cases. */
export const routes = [
  {
    id: 'getMessage',
    method: 'GET',
    path: '/v1/messages/{messageId}',
    tag: 'Messages',
    summary: 'Get the status of a message for each recipient',
    description:
      'Has the events of each recipient, and for each of them why it decided the status or not. A message to many recipients is ' +
      'answered in pages. A message is unknown (404) until the first event about it has arrived.',
    writes: false,
  },
  {
    id: 'listMessagesOfRecipient',
    method: 'GET',
    path: '/v1/recipients/{address}/messages',
    tag: 'Messages',
    summary: 'List the messages to an address, newest first',
    description: 'Has the status of each message for this address. `getMessage` has its events.',
    writes: false,
  },
  {
    id: 'getSuppression',
    method: 'GET',
    path: '/v1/suppressions/{address}',
    tag: 'Suppressions',
    summary: 'Get whether an address is suppressed and why',
    description:
      'Has the history of the address, newest page first, with what became of each entry, and what a release would ' +
      'change. `checkSuppressions` answers faster, for many addresses at once.',
    writes: false,
  },
  {
    id: 'checkSuppressions',
    method: 'POST',
    path: '/v1/suppressions/check',
    tag: 'Suppressions',
    summary: 'Check whether up to 100 addresses are suppressed',
    description:
      'The answers are in the order of the addresses. If one of them is not an e-mail address, the whole request is ' +
      'refused. What was stored less than a second ago may be missing.',
    writes: false,
  },
  {
    id: 'listSuppressions',
    method: 'GET',
    path: '/v1/suppressions',
    tag: 'Suppressions',
    summary: 'List the suppressed addresses, newest evidence first',
    description:
      'A page can be shorter than its limit, or empty, when many addresses were released. The list ends with the page ' +
      'that has no cursor.',
    writes: false,
  },
  {
    id: 'suppress',
    method: 'PUT',
    path: '/v1/suppressions/{address}',
    tag: 'Suppressions',
    summary: 'Suppress an address by hand',
    description: 'The history keeps the reason, and the ARN of the caller.',
    writes: true,
    knowsRepeats: true,
  },
  {
    id: 'release',
    method: 'POST',
    path: '/v1/suppressions/{address}/release',
    tag: 'Suppressions',
    summary: 'Release an address from what happened until now',
    description:
      'Later evidence suppresses the address again. The history keeps the reason, and the ARN of the caller. To release a ' +
      'spam complaint, `acknowledgeComplaint` must be true.',
    writes: true,
    knowsRepeats: true,
  },
] as const satisfies readonly ApiRoute[];

export type RouteId = (typeof routes)[number]['id'];
