import type { ProviderApi } from './stand-in.ts';

/** A list without webhooks is answered with 404. */
export const brevoApi: ProviderApi = {
  provider: 'brevo',
  apiKey: 'xkeysib-1234',
  isAuthorized: ({ headers }, apiKey) => headers['api-key'] === apiKey,
  unauthorized: { code: 'unauthorized', message: 'Key not found' },
  answer({ method, path, query, body }, { webhooks }) {
    if (path === '/webhooks' && method === 'GET') {
      const listed = webhooks.filter(({ type }) => type === query.get('type'));
      return listed.length > 0
        ? { status: 200, json: { webhooks: listed } }
        : { status: 404, json: { code: 'document_not_found', message: 'Webhooks not found' } };
    }
    if (path === '/webhooks') {
      const webhook = { id: 654_320 + webhooks.length, ...body };
      webhooks.push(webhook);
      return { status: 201, json: { id: webhook.id } };
    }
    const found = webhooks.find(({ id }) => path === `/webhooks/${id}`);
    if (!found) return { status: 404, json: { code: 'document_not_found', message: 'Webhook ID not found' } };
    Object.assign(found, body);
    return { status: 204 };
  },
};
