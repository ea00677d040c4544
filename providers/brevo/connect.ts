import type { Connection, WebhookWish } from '../connection.ts';
import { isObject, listOf, objectIn, stringOf, toObject } from '../json.ts';
import { tableOf } from '../table.ts';

/** By the kind of mail. */
const events = tableOf<readonly string[]>({
  transactional: [
    'request',
    'delivered',
    'hardBounce',
    'softBounce',
    'blocked',
    'spam',
    'invalid',
    'deferred',
    'click',
    'opened',
    'uniqueOpened',
    'unsubscribed',
  ],
  marketing: ['delivered', 'hardBounce', 'softBounce', 'spam', 'click', 'opened', 'unsubscribed'],
});

/** Brevo signs nothing: it sends the token that we choose. */
export const connection: Connection = {
  apiKey: { looksLike: 'an API key, which begins with xkeysib-', variable: 'BREVO_API_KEY' },
  apiUrl: 'https://api.brevo.com/v3',
  options: [{ name: 'mail', does: 'kind of mail', usually: 'transactional', choices: [...events.keys()] }],
  headersOf: (apiKey) => ({ 'api-key': apiKey, accept: 'application/json' }),
  list: ({ mail = '' }) => ({ method: 'GET', path: `/webhooks?type=${mail}` }),
  isEmptyListMissing: true,
  readList: (answer) => ({
    webhooks: listOf(toObject(answer, 'the answer')['webhooks'])
      .filter(isObject)
      .map((raw) => {
        const token = stringOf(objectIn(raw, 'auth')['token']);
        return {
          id: stringOf(raw['id']) ?? '',
          url: stringOf(raw['url']) ?? '',
          ...(token !== undefined && { key: token }),
          raw,
        };
      }),
  }),
  create: (wish) => ({
    method: 'POST',
    path: '/webhooks',
    json: { type: wish.options['mail'], ...bodyOf(wish) },
  }),
  update: ({ id }, wish) => ({ method: 'PUT', path: `/webhooks/${id}`, json: bodyOf(wish) }),
  idIn: (answer) => (isObject(answer) ? stringOf(answer['id']) : undefined),
  key: { source: 'chosen', form: 'token' },
  orTestBy: 'send a mail',
};

function bodyOf({ url, key, options: { mail = '' } }: WebhookWish) {
  return {
    url,
    description: 'Mailfold',
    events: events.get(mail) ?? [],
    auth: { type: 'bearer', token: key },
  };
}
