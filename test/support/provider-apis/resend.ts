import type { ProviderApi } from './stand-in.ts';

export const resendApi: ProviderApi = {
  provider: 'resend',
  apiKey: 're_full_access',
  isAuthorized: ({ headers }, apiKey) => headers.authorization === `Bearer ${apiKey}`,
  unauthorized: {
    statusCode: 401,
    name: 'restricted_api_key',
    message: 'This API key is restricted to only send emails',
  },
  answer({ method, path, body }, { webhooks, keys }) {
    if (path === '/webhooks' && method === 'GET')
      return { status: 200, json: { object: 'list', has_more: false, data: webhooks } };
    if (path === '/webhooks') {
      const webhook = { object: 'webhook', id: `hook-${webhooks.length + 1}`, ...body, status: 'enabled' };
      webhooks.push(webhook);
      return {
        status: 201,
        json: { object: 'webhook', id: webhook.id, signing_secret: keys.verificationKey },
      };
    }
    const found = webhooks.find(({ id }) => path === `/webhooks/${id}`);
    if (!found) return { status: 404, json: { name: 'not_found', message: 'Webhook not found' } };
    if (method === 'GET') return { status: 200, json: { ...found, signing_secret: keys.verificationKey } };
    Object.assign(found, body);
    return { status: 200, json: { object: 'webhook', id: found['id'] } };
  },
};
