import type { ProviderApi } from './stand-in.ts';

/** Posts a test when a webhook is saved, and saves it only if that is answered. Does not show the secret. */
export const mailersendApi: ProviderApi = {
  provider: 'mailersend',
  apiKey: 'mlsn.full-access',
  isAuthorized: ({ headers }, apiKey) => headers.authorization === `Bearer ${apiKey}`,
  unauthorized: { message: 'Unauthenticated.' },
  async answer({ method, path, query, body }, { webhooks, check }) {
    if (path === '/domains') return { status: 200, json: { data: [{ id: 'dom1', name: 'example.com' }] } };
    if (path === '/webhooks' && method === 'GET')
      return {
        status: 200,
        json: { data: webhooks.filter((each) => each['domain_id'] === query.get('domain_id')) },
      };
    const found = webhooks.find(({ id }) => path === `/webhooks/${id}`);
    if (path !== '/webhooks' && !found) return { status: 404, json: { message: 'Resource not found.' } };
    if (method === 'GET') return { status: 200, json: { data: found } };
    if ((await check(String(body['url']))) !== 200)
      return { status: 422, json: { message: 'The url must answer the test.' } };
    const webhook = Object.assign(found ?? { id: `ms-${webhooks.length + 1}` }, body);
    if (!found) webhooks.push(webhook);
    return { status: found ? 200 : 201, json: { data: webhook } };
  },
};
