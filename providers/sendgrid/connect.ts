import type { Connection, WebhookWish } from '../connection.ts';
import { isObject, listOf, stringOf, toObject } from '../json.ts';

const settings = '/v3/user/webhooks/event/settings';

/** All types that the webhook has. */
const events = {
  processed: true,
  delivered: true,
  deferred: true,
  bounce: true,
  dropped: true,
  open: true,
  click: true,
  spam_report: true,
  unsubscribe: true,
  group_unsubscribe: true,
  group_resubscribe: true,
};

export const connection: Connection = {
  apiKey: { looksLike: 'an API key with full access, which begins with SG', variable: 'SENDGRID_API_KEY' },
  apiUrl: 'https://api.sendgrid.com',
  headersOf: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  list: () => ({ method: 'GET', path: `${settings}/all` }),
  readList(answer) {
    const { webhooks, max_allowed } = toObject(answer, 'the answer');
    return {
      webhooks: listOf(webhooks)
        .filter(isObject)
        .map((raw) => ({ id: stringOf(raw['id']) ?? '', url: stringOf(raw['url']) ?? '', raw })),
      ...(typeof max_allowed === 'number' && { mostPerAccount: max_allowed }),
    };
  },
  // Events that are posted before the key is stored would be refused, so it is switched on last.
  create: ({ url }) => ({
    method: 'POST',
    path: settings,
    json: { enabled: false, url, friendly_name: 'Mailfold', ...events },
  }),
  update: ({ id }, { url }) => ({ method: 'PATCH', path: `${settings}/${id}`, json: { url, ...events } }),
  idIn: (answer) => (isObject(answer) ? stringOf(answer['id']) : undefined),
  key: {
    source: 'told',
    call: (id) => ({ method: 'PATCH', path: `${settings}/signed/${id}`, json: { enabled: true } }),
    read: (answer) => (isObject(answer) ? stringOf(answer['public_key']) : undefined),
    isAt: 'Settings > Mail Settings > Event Webhooks, as the verification key',
  },
  enable: (id, { url }: WebhookWish) => ({
    method: 'PATCH',
    path: `${settings}/${id}`,
    json: { enabled: true, url, ...events },
  }),
  test: {
    call: (id, { url }) => ({ method: 'POST', path: '/v3/user/webhooks/event/test', json: { id, url } }),
    mayBeUnsigned: true,
  },
  orTestBy: 'use "Test Your Integration" in the settings of the webhook',
};
