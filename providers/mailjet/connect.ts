import type { Connection, WebhookWish } from '../connection.ts';
import { isObject, isTrue, listOf, stringOf, toObject } from '../json.ts';

const callbacks = '/v3/REST/eventcallbackurl';

/** Posts several events in one list. */
const grouped = 2;

/** Mailjet has one URL for each type of event, and one more as a backup. The password is part of the URL. */
export const connection: Connection = {
  apiKey: { looksLike: 'the API key and the secret key, as key:secret', variable: 'MAILJET_API_KEYS' },
  apiUrl: 'https://api.mailjet.com',
  headersOf: (apiKey) => ({ authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` }),
  list: () => ({ method: 'GET', path: `${callbacks}?Limit=1000` }),
  readList: (answer) => ({
    webhooks: listOf(toObject(answer, 'the answer')['Data'])
      .filter(isObject)
      .filter((raw) => !isTrue(raw['IsBackup']))
      .map((raw) => {
        const url = stringOf(raw['Url']) ?? '';
        const key = keyIn(url);
        return {
          id: stringOf(raw['ID']) ?? '',
          url,
          kind: stringOf(raw['EventType']) ?? '',
          ...(key !== undefined && { key }),
          raw,
        };
      }),
  }),
  kinds: ['sent', 'open', 'click', 'bounce', 'spam', 'blocked', 'unsub'],
  hasOneUrlPerKind: true,
  create: (wish) => ({
    method: 'POST',
    path: callbacks,
    json: { EventType: wish.kind, Url: urlWithKey(wish), Version: grouped },
  }),
  // A URL that failed for long is suspended until it is alive again.
  update: ({ id }, wish) => ({
    method: 'PUT',
    path: `${callbacks}/${id}`,
    json: { Url: urlWithKey(wish), Version: grouped, Status: 'alive' },
  }),
  idIn: () => undefined,
  key: { source: 'chosen', form: 'user:password' },
  orTestBy: 'send a mail',
};

function urlWithKey({ url, key }: WebhookWish): string {
  return url.replace('://', `://${key}@`);
}

function keyIn(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { username, password } = new URL(url);
  return username && password ? `${decodeURIComponent(username)}:${decodeURIComponent(password)}` : undefined;
}
