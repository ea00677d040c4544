import type { Connection, ListedWebhook, WebhookWish } from '../connection.ts';
import { isObject, type JsonObject, objectIn, stringOf, stringsOf, toObject } from '../json.ts';

/** Mailgun has a list of up to three URLs for each of these. */
const types = [
  'accepted',
  'delivered',
  'opened',
  'clicked',
  'unsubscribed',
  'complained',
  'permanent_fail',
  'temporary_fail',
];
const mostUrls = 3;

export const connection: Connection = {
  apiKey: { looksLike: 'a private API key of an administrator', variable: 'MAILGUN_API_KEY' },
  apiUrl: 'https://api.mailgun.net',
  options: [{ name: 'domain', does: 'sending domain' }],
  headersOf: (apiKey) => ({ authorization: `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}` }),
  list: ({ domain = '' }) => ({ method: 'GET', path: webhooksOf(domain) }),
  readList: (answer) => ({
    webhooks: Object.entries(objectIn(toObject(answer, 'the answer'), 'webhooks')).flatMap(([kind, entry]) =>
      isObject(entry) ? urlsIn(entry).map((url) => ({ id: kind, kind, url, raw: entry })) : [],
    ),
  }),
  kinds: types,
  refusal(existing, { kind }) {
    const urls = existing.filter((webhook) => webhook.kind === kind);
    return urls.length >= mostUrls
      ? `${kind} has ${mostUrls} URLs already, which is all that Mailgun takes; remove one`
      : undefined;
  },
  create: ({ options: { domain = '' }, kind, url }) => ({
    method: 'POST',
    path: webhooksOf(domain),
    form: [
      ['id', kind],
      ['url', url],
    ],
  }),
  // Replaces the whole list of URLs.
  update: ({ raw }, { options: { domain = '' }, kind, url }) => ({
    method: 'PUT',
    path: `${webhooksOf(domain)}/${kind}`,
    form: [...new Set([...urlsIn(raw), url])].map((each) => ['url', each] as const),
  }),
  idIn: () => undefined,
  key: {
    source: 'told',
    call: () => ({ method: 'GET', path: '/v5/accounts/http_signing_key' }),
    read: (answer) => (isObject(answer) ? stringOf(answer['http_signing_key']) : undefined),
    isAt: 'Settings > API Security, as the HTTP webhook signing key',
  },
  test: {
    call: (_, { options: { domain = '' }, url }: WebhookWish) => ({
      method: 'PUT',
      path: `${webhooksOf(domain)}/delivered/test`,
      form: [['url', url]],
    }),
  },
  orTestBy: 'use "Test webhook" under Sending > Webhooks',
};

function webhooksOf(domain: string): string {
  return `/v3/domains/${encodeURIComponent(domain)}/webhooks`;
}

/** One `url` in older answers. */
function urlsIn(entry: JsonObject | ListedWebhook['raw']): string[] {
  return stringsOf(entry['urls'] ?? entry['url']);
}
