/** The groups of routes in the OpenAPI document. */
export const tags = {
  Messages: 'What happened to a message, for each of its recipients.',
  Suppressions: 'Which addresses must not get mail, why, and who decided so.',
  Statistics: 'What became of all mail: counts and rates by day, domain, template and so on.',
} as const;

/** A route of the API. */
export type ApiRoute = {
  readonly id: string;
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description: string;
  readonly writes: boolean;
  /** The function behind the route. Each has its own rights. */
  readonly servedBy: 'reader' | 'writer' | 'stats';
  /** Whether the use case recognises a repeat by its Idempotency-Key. Omit for routes that read. */
  readonly knowsRepeats?: true;
  /** How long the answer may take, for the client. Omit for routes that answer at once. */
  readonly slowestMillis?: number;
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
    servedBy: 'reader',
  },
  {
    id: 'listMessagesOfRecipient',
    method: 'GET',
    path: '/v1/recipients/{address}/messages',
    tag: 'Messages',
    summary: 'List the messages to an address, newest first',
    description: 'Has the status of each message for this address. `getMessage` has its events.',
    writes: false,
    servedBy: 'reader',
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
    servedBy: 'reader',
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
    servedBy: 'reader',
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
    servedBy: 'reader',
  },
  {
    id: 'suppress',
    method: 'PUT',
    path: '/v1/suppressions/{address}',
    tag: 'Suppressions',
    summary: 'Suppress an address by hand',
    description: 'The history keeps the reason, and the ARN of the caller.',
    writes: true,
    servedBy: 'writer',
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
    servedBy: 'writer',
    knowsRepeats: true,
  },
  {
    id: 'getStats',
    method: 'GET',
    path: '/v1/stats',
    tag: 'Statistics',
    summary: 'Count what became of the mail of some days, with rates',
    description:
      'A send is one message to one recipient, and counts for the day it was sent: a late bounce changes that day. Days are days in ' +
      'UTC. Counts come from the lake, which gets new events every five minutes, and an answer is reused for a minute unless ' +
      '`maxAgeMinutes` says otherwise. A stack without a lake (setting `lake: false`) does not have this route.',
    writes: false,
    servedBy: 'stats',
    slowestMillis: 30_000,
  },
] as const satisfies readonly ApiRoute[];

export type RouteId = (typeof routes)[number]['id'];
