import type { Connection } from '../connection.ts';
import { isObject, listOf, stringOf, toObject } from '../json.ts';

/** Everything about mail and contacts that becomes an event. */
const events = [
  'email.sent',
  'email.scheduled',
  'email.delivered',
  'email.delivery_delayed',
  'email.bounced',
  'email.complained',
  'email.opened',
  'email.clicked',
  'email.failed',
  'email.suppressed',
  'contact.created',
  'contact.updated',
];

export const connection: Connection = {
  apiKey: { looksLike: 'an API key with full access, which begins with re_', variable: 'RESEND_API_KEY' },
  apiUrl: 'https://api.resend.com',
  headersOf: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  list: () => ({ method: 'GET', path: '/webhooks?limit=100' }),
  readList: (answer) => ({
    webhooks: listOf(toObject(answer, 'the answer')['data'])
      .filter(isObject)
      .map((raw) => ({ id: stringOf(raw['id']) ?? '', url: stringOf(raw['endpoint']) ?? '', raw })),
  }),
  create: ({ url }) => ({ method: 'POST', path: '/webhooks', json: { endpoint: url, events } }),
  update: ({ id }, { url }) => ({
    method: 'PATCH',
    path: `/webhooks/${id}`,
    json: { endpoint: url, events, status: 'enabled' },
  }),
  idIn: (answer) => (isObject(answer) ? stringOf(answer['id']) : undefined),
  key: {
    source: 'told',
    inAnswer: secretIn,
    call: (id) => ({ method: 'GET', path: `/webhooks/${id}` }),
    read: secretIn,
    isAt: 'Webhooks, on the page of the webhook, as the signing secret',
  },
  orTestBy: 'send a mail to delivered@resend.dev',
};

function secretIn(answer: unknown): string | undefined {
  return isObject(answer) ? stringOf(answer['signing_secret']) : undefined;
}
