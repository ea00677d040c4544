import type { Connection, WebhookWish } from '../connection.ts';
import { isObject, listOf, objectIn, stringOf, toObject } from '../json.ts';

/** Without the unique opens and clicks, which are reported as opens and clicks too. */
const events = [
  'activity.sent',
  'activity.delivered',
  'activity.deferred',
  'activity.soft_bounced',
  'activity.hard_bounced',
  'activity.opened',
  'activity.clicked',
  'activity.unsubscribed',
  'activity.spam_complaint',
  'recipient.on_hold_added',
  'recipient.on_hold_removed',
];

/** Webhooks belong to a domain, and calls name it by its id. */
export const connection: Connection = {
  apiKey: { looksLike: 'an API token with full access', variable: 'MAILERSEND_API_TOKEN' },
  apiUrl: 'https://api.mailersend.com/v1',
  options: [{ name: 'domain', does: 'sending domain' }],
  headersOf: (apiKey) => ({ authorization: `Bearer ${apiKey}`, accept: 'application/json' }),
  lookUp: {
    call: () => ({ method: 'GET', path: '/domains?limit=100' }),
    read(answer, { domain = '' }) {
      const domains = listOf(toObject(answer, 'the answer')['data']).filter(isObject);
      const id = stringOf(domains.find(({ name }) => name === domain)?.['id']);
      if (id === undefined)
        throw new Error(
          `expected one of the account's domains in --domain, found "${domain}"; the domains are ${domains.map(({ name }) => name).join(', ')}`,
        );
      return { 'domain-id': id };
    },
  },
  list: (options) => ({ method: 'GET', path: `/webhooks?domain_id=${domainIdIn(options)}&limit=100` }),
  readList: (answer) => ({
    webhooks: listOf(toObject(answer, 'the answer')['data'])
      .filter(isObject)
      .map((raw) => ({ id: stringOf(raw['id']) ?? '', url: stringOf(raw['url']) ?? '', raw })),
  }),
  // An event that is refused for want of the key is dropped for good, so it is switched on last.
  create: ({ url, options }) => ({
    method: 'POST',
    path: '/webhooks',
    json: { url, name: 'Mailfold', events, domain_id: domainIdIn(options), enabled: false },
  }),
  update: ({ id }, { url }) => ({ method: 'PUT', path: `/webhooks/${id}`, json: { url, events } }),
  idIn: (answer) => (isObject(answer) ? stringOf(objectIn(answer, 'data')['id']) : undefined),
  // The API seems not to show the secret. It is looked for all the same.
  key: {
    source: 'told',
    inAnswer: secretIn,
    call: (id) => ({ method: 'GET', path: `/webhooks/${id}` }),
    read: secretIn,
    isAt: 'Domains > Manage > Webhooks, on the page of the webhook, as the signing secret',
  },
  enable: (id, { url }) => ({
    method: 'PUT',
    path: `/webhooks/${id}`,
    json: { url, events, enabled: true },
  }),
  isTestedWhenSaved: true,
  orTestBy: 'send a mail',
};

function domainIdIn({ 'domain-id': id = '' }: WebhookWish['options']): string {
  return id;
}

function secretIn(answer: unknown): string | undefined {
  if (!isObject(answer)) return undefined;
  const webhook = objectIn(answer, 'data');
  return stringOf(webhook['signing_secret']) ?? stringOf(webhook['secret']);
}
