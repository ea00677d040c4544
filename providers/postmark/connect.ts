import type { Connection, WebhookWish } from '../connection.ts';
import { isObject, listOf, objectIn, stringOf, toObject } from '../json.ts';

/** Everything, without the contents of mail. */
const triggers = {
  Open: { Enabled: true, PostFirstOpenOnly: false },
  Click: { Enabled: true },
  Delivery: { Enabled: true },
  Bounce: { Enabled: true, IncludeContent: false },
  SpamComplaint: { Enabled: true, IncludeContent: false },
  SubscriptionChange: { Enabled: true },
};

/** Postmark has one webhook per message stream and URL, and signs nothing: it sends the password that we choose. */
export const connection: Connection = {
  apiKey: { looksLike: 'the API token of the server', variable: 'POSTMARK_SERVER_TOKEN' },
  apiUrl: 'https://api.postmarkapp.com',
  options: [{ name: 'message-stream', does: 'message stream', usually: 'outbound' }],
  headersOf: (apiKey) => ({ 'x-postmark-server-token': apiKey, accept: 'application/json' }),
  list: (options) => ({
    method: 'GET',
    path: `/webhooks?MessageStream=${encodeURIComponent(streamOf(options))}`,
  }),
  readList: (answer) => ({
    webhooks: listOf(toObject(answer, 'the answer')['Webhooks'])
      .filter(isObject)
      .map((raw) => {
        const { Username, Password } = objectIn(raw, 'HttpAuth');
        const key = Username && Password ? `${Username}:${Password}` : undefined;
        return {
          id: stringOf(raw['ID']) ?? '',
          url: stringOf(raw['Url']) ?? '',
          ...(key !== undefined && { key }),
          raw,
        };
      }),
  }),
  create: (wish) => ({
    method: 'POST',
    path: '/webhooks',
    json: { Url: wish.url, MessageStream: streamOf(wish.options), ...bodyOf(wish) },
  }),
  update: ({ id }, wish) => ({
    method: 'PUT',
    path: `/webhooks/${id}`,
    json: { Url: wish.url, ...bodyOf(wish) },
  }),
  idIn: (answer) => (isObject(answer) ? stringOf(answer['ID']) : undefined),
  key: { source: 'chosen', form: 'user:password' },
  orTestBy: 'send a mail to hardbounce@bounce-testing.postmarkapp.com; it counts as a sent mail',
};

function streamOf({ 'message-stream': stream = '' }: WebhookWish['options']): string {
  return stream;
}

function bodyOf({ key }: WebhookWish) {
  const [Username = '', ...password] = key.split(':');
  return { HttpAuth: { Username, Password: password.join(':') }, Triggers: triggers };
}
