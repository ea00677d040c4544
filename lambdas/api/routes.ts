/** What people may do who sign in to the console. Each role may also do what the roles before it may. */
export const roles = ['viewer', 'support', 'operator'] as const;
export type Role = (typeof roles)[number];

/** The groups of routes in the OpenAPI document. */
export const tags = {
  Messages: 'What happened to a message, for each of its recipients.',
  Suppressions: 'Which addresses must not get mail, why, and who decided so.',
  Statistics: 'What became of all mail: counts and rates by day, domain, template and so on.',
  Operation: 'Whether everything works, what could not be processed, and what happens now.',
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
  readonly servedBy: 'reader' | 'writer' | 'operator' | 'stats';
  /** What a person must be to use it. The policies of an AWS identity name routes instead. */
  readonly role: Role;
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
    role: 'viewer',
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
    role: 'viewer',
  },
  {
    id: 'getSuppression',
    method: 'GET',
    path: '/v1/suppressions/{address}',
    tag: 'Suppressions',
    summary: 'Get whether an address is suppressed and why',
    description:
      'Has the history of the address, newest page first, with what became of each entry, and what a release would ' +
      'change. `checkSuppressions` answers faster, for many addresses at once. A string that names no mailbox is answered ' +
      'for if it is suppressed itself: providers report such strings too.',
    writes: false,
    servedBy: 'reader',
    role: 'viewer',
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
    role: 'viewer',
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
    role: 'viewer',
  },
  {
    id: 'suppress',
    method: 'PUT',
    path: '/v1/suppressions/{address}',
    tag: 'Suppressions',
    summary: 'Suppress an address by hand',
    description: 'The history keeps the reason, and the name of the caller.',
    writes: true,
    servedBy: 'writer',
    role: 'support',
    knowsRepeats: true,
  },
  {
    id: 'release',
    method: 'POST',
    path: '/v1/suppressions/{address}/release',
    tag: 'Suppressions',
    summary: 'Release an address from what happened until now',
    description:
      'Later evidence suppresses the address again. The history keeps the reason, and the name of the caller. To release a ' +
      'spam complaint, `acknowledgeComplaint` must be true.',
    writes: true,
    servedBy: 'writer',
    role: 'support',
    knowsRepeats: true,
  },
  {
    id: 'getEventPayload',
    method: 'GET',
    // Not under /v1/messages/: the * of a policy that allows those stands for slashes too.
    path: '/v1/payloads/{messageId}',
    tag: 'Messages',
    summary: 'Get one event of a message as its provider sent it',
    description:
      'The payload can contain IP addresses, user agents and whatever the sender attached to the mail. `getMessage` has the ' +
      'id, provider and time of each event.',
    writes: false,
    servedBy: 'reader',
    role: 'support',
  },
  {
    id: 'countSuppressions',
    method: 'GET',
    path: '/v1/suppressions/counts',
    tag: 'Suppressions',
    summary: 'Count the suppressed addresses by cause',
    description:
      'Counts up to 1,000 addresses for each cause, and says for which causes there are more. Takes seconds for long lists.',
    writes: false,
    servedBy: 'reader',
    role: 'viewer',
  },
  {
    id: 'previewReleases',
    method: 'POST',
    path: '/v1/suppressions/preview',
    tag: 'Suppressions',
    summary: 'Preview what a release of up to 100 addresses would change',
    description:
      'The answers are in the order of the addresses. If one of them is not an e-mail address, the whole request is refused. ' +
      'Nothing is changed.',
    writes: false,
    servedBy: 'reader',
    role: 'viewer',
  },
  {
    id: 'suppressMany',
    method: 'POST',
    path: '/v1/suppressions/suppress',
    tag: 'Suppressions',
    summary: 'Suppress up to 100 addresses by hand',
    description: 'Each address has an answer of its own: one that is refused does not hold up the others.',
    writes: true,
    servedBy: 'writer',
    role: 'support',
    knowsRepeats: true,
  },
  {
    id: 'releaseMany',
    method: 'POST',
    path: '/v1/suppressions/release',
    tag: 'Suppressions',
    summary: 'Release up to 100 addresses from what happened until now',
    description: 'Each address has an answer of its own: one that is refused does not hold up the others.',
    writes: true,
    servedBy: 'writer',
    role: 'support',
    knowsRepeats: true,
  },
  {
    id: 'importSuppressions',
    method: 'POST',
    path: '/v1/suppressions/import',
    tag: 'Suppressions',
    summary: 'Add lines of a list of suppressed addresses',
    description:
      'Takes the columns that `mailfold suppressions export` writes. The history names the caller for every line. A line that ' +
      'was imported before changes nothing, so a request can be repeated.',
    writes: true,
    servedBy: 'writer',
    role: 'support',
    knowsRepeats: true,
  },
  {
    id: 'getMe',
    method: 'GET',
    path: '/v1/me',
    tag: 'Operation',
    summary: 'Get who is asking, and what this stack has',
    description: 'The name is the one that the history keeps for what the caller changes.',
    writes: false,
    servedBy: 'operator',
    role: 'viewer',
  },
  {
    id: 'getSetup',
    method: 'GET',
    path: '/v1/setup',
    tag: 'Operation',
    summary: 'Get how each provider is set up, and the settings of the stack',
    description:
      'Says for each provider what to enter there, whether a key is present, and when its last event came.',
    writes: false,
    servedBy: 'operator',
    role: 'viewer',
  },
  {
    id: 'getHealth',
    method: 'GET',
    path: '/v1/health',
    tag: 'Operation',
    summary: "Check every step of an event's way, and when each provider was last heard of",
    description: 'For each problem it names the command that repairs it.',
    writes: false,
    servedBy: 'operator',
    role: 'viewer',
  },
  {
    id: 'listDeadLetters',
    method: 'GET',
    path: '/v1/dead-letters',
    tag: 'Operation',
    summary: 'List the events that could not be processed, by provider and reason',
    description:
      'Looks at up to 1,000 dead letters, and says whether there are more. While it looks, nobody else sees them.',
    writes: false,
    servedBy: 'operator',
    role: 'viewer',
  },
  {
    id: 'showDeadLetters',
    method: 'GET',
    path: '/v1/dead-letters/bodies',
    tag: 'Operation',
    summary: 'Show dead letters with their content',
    description: 'The bodies are as the provider sent them.',
    writes: false,
    servedBy: 'operator',
    role: 'operator',
  },
  {
    id: 'redriveDeadLetters',
    method: 'POST',
    path: '/v1/dead-letters/redrive',
    tag: 'Operation',
    summary: 'Send dead letters again',
    description:
      'They are tried as often as new events. The answer comes in time even if there are many: repeat the request until ' +
      '`isComplete` is true.',
    writes: true,
    servedBy: 'operator',
    role: 'operator',
  },
  {
    id: 'getLiveEvents',
    method: 'GET',
    path: '/v1/live',
    tag: 'Operation',
    summary: 'Get the events that were stored since the earlier answer',
    description:
      'The first answer has no events, and a cursor to ask with. Ask every few seconds. With the ETag of the earlier answer in ' +
      '`If-None-Match`, an answer without news is a 304 without a body.',
    writes: false,
    servedBy: 'operator',
    role: 'viewer',
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
    role: 'viewer',
    slowestMillis: 30_000,
  },
] as const satisfies readonly ApiRoute[];

export type RouteId = (typeof routes)[number]['id'];
