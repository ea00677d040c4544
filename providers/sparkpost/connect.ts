import type { Connection, WebhookWish } from '../connection.ts';
import { isObject, listOf, objectIn, stringOf, toObject } from '../json.ts';

/** Everything but `initial_open`, which reports an open a second time. */
const events = [
  'injection',
  'delivery',
  'delay',
  'bounce',
  'out_of_band',
  'policy_rejection',
  'generation_failure',
  'generation_rejection',
  'spam_complaint',
  'list_unsubscribe',
  'link_unsubscribe',
  'open',
  'click',
];

/** SparkPost posts an empty batch when a webhook is saved, and saves it only if that is answered with 200. */
export const connection: Connection = {
  apiKey: {
    looksLike: 'an API key that may read and write event webhooks',
    variable: 'SPARKPOST_API_KEY',
  },
  apiUrl: 'https://api.sparkpost.com/api/v1',
  headersOf: (apiKey) => ({ authorization: apiKey, accept: 'application/json' }),
  list: () => ({ method: 'GET', path: '/webhooks' }),
  readList: (answer) => ({
    webhooks: listOf(toObject(answer, 'the answer')['results'])
      .filter(isObject)
      .map((raw) => {
        const { username, password } = objectIn(raw, 'auth_credentials');
        return {
          id: stringOf(raw['id']) ?? '',
          url: stringOf(raw['target']) ?? '',
          ...(username && password ? { key: `${username}:${password}` } : {}),
          raw,
        };
      }),
  }),
  create: (wish) => ({ method: 'POST', path: '/webhooks', json: bodyOf(wish) }),
  update: ({ id }, wish) => ({ method: 'PUT', path: `/webhooks/${id}`, json: bodyOf(wish) }),
  idIn: (answer) => (isObject(answer) ? stringOf(objectIn(answer, 'results')['id']) : undefined),
  key: { source: 'chosen', form: 'user:password' },
  test: {
    call: (id) => ({ method: 'POST', path: `/webhooks/${id}/validate`, json: [{ msys: {} }] }),
    isGood: (answer) =>
      isObject(answer) && objectIn(objectIn(answer, 'results'), 'response')['status'] === 200,
  },
  orTestBy: 'send a mail',
};

function bodyOf({ url, key }: WebhookWish) {
  const [username = '', ...password] = key.split(':');
  return {
    name: 'Mailfold',
    target: url,
    events,
    auth_type: 'basic',
    auth_credentials: { username, password: password.join(':') },
    active: true,
  };
}
